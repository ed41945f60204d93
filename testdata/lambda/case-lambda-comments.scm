(case-lambda ; none
  ;; one
  ((x) x) ; first

  ;; two
  ((x y) (+ x y)) ; second
  ;; end
  )
