(define   identity
  '#(1 0
     0 1)) ; schemefmt: skip
(define   other
  '#(1 0
     0 1))
(let ((a   1)   ; schemefmt: skip
      (b   2))
   (f   a   '(x    y) ; schemefmt: skip
     b))
