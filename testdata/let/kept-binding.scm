(let ((o (\x41;make x)))
  (map a)
  (map b))
