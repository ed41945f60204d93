(define (f x)
  (let ((y   1))
      (g   x
  y)
      (h   x)))

(define   (k)   2)
