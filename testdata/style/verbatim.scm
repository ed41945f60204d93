; schemefmt: skip
(define   identity
  '#(1 0
     0 1))
(define   other
  '#(1 0
     0 1))
; schemefmt: off
(a    b)
(c    d)
; schemefmt: on
(e    f)
(g    h) ; schemefmt: skip
