(define one 1)

(define two 2)

(define three 3)

(define (square x)   (* x x))

(define four 4)

(define five 5)

(define (cube x)   (* x x x))