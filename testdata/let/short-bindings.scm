(let ((x 1) (y 2)) (foo x) (bar y))
