(define  x 1)
