(do ((i 0 (+ i 1))) ((= i (vector-length v))) (display (vector-ref v i)) (newline))
