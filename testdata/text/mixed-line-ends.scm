(define a 1)
(define b
 2)
