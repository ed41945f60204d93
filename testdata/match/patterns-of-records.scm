(match cont (($ $kargs names vars ($ $continue k src ($ $primcall 'cache-current-module! (scope-id) (module)))) (intset-add! used-scopes scope-id)) (($ $kargs) #f))
