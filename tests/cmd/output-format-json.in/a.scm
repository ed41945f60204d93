(good)

(define (square x)   (* x x))
