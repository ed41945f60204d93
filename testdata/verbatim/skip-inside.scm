(let ((a   1)
      ;; schemefmt: skip
      (m   '((1 0)
             (0 1)))
      (b   2))
  (f   a m b))
