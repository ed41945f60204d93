(define a   1)
; schemefmt: off
(define   m
  '(1 0
    0 1))
; schemefmt: on
(define b   2)
