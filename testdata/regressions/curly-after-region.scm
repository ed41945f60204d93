({
; schemefmt: off
b  c} d)
