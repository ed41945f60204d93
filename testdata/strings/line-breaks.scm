(define usage "usage: prog [options]
  -h   help
  -v   version  
")
(display "first line
second line" (current-error-port))
(f x "a
b" y)
