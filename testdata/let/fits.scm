(list (let ((x 1)) (+ x x)) (let ((y 2)) (* y y)))
