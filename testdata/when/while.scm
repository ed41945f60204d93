(while (< i n) (vector-set! v i (* i i)) (set! i (+ i 1)))
