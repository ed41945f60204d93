(test-group "arithmetic" (test-equal "sum" 3 (+ 1 2)) (test-error "division by zero" (/ 1 0)))
