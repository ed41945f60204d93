(f ; operator
  ;; first
  a ; the first
  ;; second
  b

  c ; third
  ;; end
  )
