(begin ; operator
  1)
(if ; operator
    a b c)
