(f   x)
'(
; schemefmt: off
a  .  b)
'(a
; schemefmt: off
b   .   c)
