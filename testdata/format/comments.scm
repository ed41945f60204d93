(format #t ; port
  "~a ~a" ; string
  ;; first
  (f x)
  y)
