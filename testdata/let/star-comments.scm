(let* ((a 1) ; the first
 ;; why b
 (b (+ a 1))

 ;; and c
 (c (+ b 1))) ; trailing
 (f a b c))
