(define (f x)
(if x
 1 2))



; c
(define s "a
b")
