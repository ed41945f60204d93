(define x 1)
