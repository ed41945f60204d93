((lambda (x y) (display x) (+ x y)) (compute-x) (compute-y))
