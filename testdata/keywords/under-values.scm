;; options: line-breaks=keep dialect=racket
(define-syntax (check stx)
  (syntax-parse stx
    [(_ x ...)
     #:with y
            (f #'(x ...))
     #:attr z
     (g #'(x ...))
     #'y]))
(define (stage #:source (or/c 'dir 'name)
               #:dest (or/c path? #f))
  (run #:until done?
               (lambda (state) (step state))))
