(make-point 1 ; x
  2 ; y
  ; the last
  3)
