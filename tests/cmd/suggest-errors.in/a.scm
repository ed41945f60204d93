(define (f x)
  (g x))
