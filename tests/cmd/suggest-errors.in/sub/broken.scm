(define (f x)
