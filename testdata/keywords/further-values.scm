;; options: dialect=racket
(define-syntax (check stx)
  (syntax-parse stx
    [(_ x ...)
     #:fail-unless (stx-length=? #'[x ...] #'[e ...])
                   (arity-error-message #'[x ...] #'[e ...] this-syntax 'check)
     #:with (y ...) (f #'(x ...))
     #:fail-when (check-duplicates #'(x ...)) "duplicate name"
     #'(list y ...)]))
