(define (f x)
  (a (b (c (d (e
