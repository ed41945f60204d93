(define (f x) #;(let ((y (compute-something-with x)) (z (compute-something-else-with x))) (display y) (display z)) (g x))
