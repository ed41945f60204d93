(test-group "arithmetic" ; a group
  ;; sums
  (test-equal "sum" ; the first
    3
    ;; the expression
    (+ 1 2))

  ;; end
  )
