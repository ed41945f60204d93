(good)

(define (square x)   (* x x))

(good)
( display "b" )
