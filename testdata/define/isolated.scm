(define (square x) (* x x))

(define (cube x) (* x x x))
