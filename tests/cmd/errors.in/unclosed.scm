(define (f x)
  (g (h x))

(define (i x)
  x)
