((
; schemefmt: off
  a   b))
