(define (f)
  (let ((a 1) ; one
        (bbb 2) ; two

        (cc 3)) ; not with the others
    (g a) ; four
    (hhh bbb cc) ; five
    ))
