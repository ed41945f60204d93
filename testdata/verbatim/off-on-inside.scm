(define (f x)
    (g   x)
  ;; schemefmt: off
  (matrix 1   0
          0   1)
  ;; schemefmt: on
    (h   x))
