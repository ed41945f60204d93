(f a #;b)
(define (g x)
  (h x)
  #;(display x))
