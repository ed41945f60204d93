(define (f x)
 ;; leading comment
    (let* ((a 1) ; one
  (bb 2)) ; two
 (g a bb)
        ;; last
 ))
