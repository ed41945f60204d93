(define-type thing id: abc constructor: #f opaque: (name unprintable: read-only:) (value unprintable: read-only:))
(define-exception-of-type thing id: abc-of-this-one constructor: #f opaque: extender: define-extension-of-thing)
(define-option verbose #:short #\v #:thunk (lambda () (set! verbose? #t)) #:help "say what is done")
