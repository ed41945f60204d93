(let* ((x 1)) (f x))
