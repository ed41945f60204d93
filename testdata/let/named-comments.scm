(let loop ; until the end
    ;; bindings
    ((i 0) ; index
     (acc '())) ; result
  ;; body
  (loop (+ i 1) acc))
