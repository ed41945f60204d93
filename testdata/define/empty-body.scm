(define (nothing))
(define (f) )
