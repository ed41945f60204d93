(define list (lambda args args))
(define thunk (lambda () #f))
(define nothing (lambda ()))
(apply (lambda (first second . others) (list others second first)) arguments)
