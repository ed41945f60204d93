(define a   1)
