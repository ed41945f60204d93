(let ((a ; why
       (compute-it)) (b
        ;; own line
        2)) (f a b))
