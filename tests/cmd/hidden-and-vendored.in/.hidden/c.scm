(define (square x)   (* x x))
