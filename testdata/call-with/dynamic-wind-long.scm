(dynamic-wind (lambda () (set! saved-handler (current-handler)) (set-handler! new-handler)) thunk (lambda () (set-handler! saved-handler)))
(dynamic-wind before thunk after)
