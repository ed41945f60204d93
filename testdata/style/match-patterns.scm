(match cont (($ $kargs names vars ($ $continue k src ($ $primcall 'cache-current-module! (scope-id) (module)))) (intset-add! used scope-id)))
