(set! x ; name
  ;; value
  (+ x 1) ; sum
  ;; end
  )
