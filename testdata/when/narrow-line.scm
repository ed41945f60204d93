;; options: line-width=40
(define (f) (when (and (procedure? the-continuation-handler) (not (eq? the-continuation-handler default-handler))) (the-continuation-handler condition) (display "handled")))
