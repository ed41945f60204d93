(dotimes (i (vector-length v)) (vector-set! v i (* i i)) (display i))
(dolist (entry (hash-table->alist table)) (display (car entry)) (newline))
