(define (main args) (define (add a) (+ a 1))

 (add (length args)))
