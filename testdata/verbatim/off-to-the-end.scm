(define a   1)
; schemefmt: off
(define   b   2)
   (define c 3)
