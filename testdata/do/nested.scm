(do ((i 0 (+ i 1))) ((= i rows)) (do ((j 0 (+ j 1))) ((= j columns)) (matrix-set! m i j (* i j))))
