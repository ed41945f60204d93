(do ((i 0 (+ i 1))) () (display i))
