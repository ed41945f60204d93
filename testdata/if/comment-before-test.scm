(if ; odd place
  ;; a test
  (ready? x)
  (go x)
  (wait x))
