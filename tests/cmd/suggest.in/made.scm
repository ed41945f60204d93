(define (made)   1)
(define (made-too)   2)
