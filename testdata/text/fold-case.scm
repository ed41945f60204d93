#!fold-case
(define A 1)
(define (f) #!fold-case (g))
