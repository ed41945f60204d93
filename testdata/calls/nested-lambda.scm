(map (lambda (x) (* x x)) (filter (lambda (item) (and (exact-integer? item) (positive? item))) numbers))
