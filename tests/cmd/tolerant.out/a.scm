(define a 1)

(define (f x)
  (g x

(define b 2)
