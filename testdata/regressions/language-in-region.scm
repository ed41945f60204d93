; schemefmt: off
define   define #lang racket
'
; c
#&
; c
x
