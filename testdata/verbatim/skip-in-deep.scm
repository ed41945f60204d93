(define (f) (when a (when b
   ; schemefmt: skip
   (g    x
      y)
   (h   x))))
