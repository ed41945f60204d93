(define (main args) (define (add a) (+ a 1)) (define (sub a) (- a 1)) (add (sub (length args))))
