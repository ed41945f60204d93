(let ((x 1))
       ;; a body
   )
(define (make-conj ;; one
          a b ;; two
          )
   1)
(append the-first-of-the-lists the-second-of-the-lists ; one
 the-third-of-the-lists the-fourth-of-the-lists the-fifth-of-the-lists ; two
 ;; the end
 )
(the-operator the-first-of-the-atoms the-second-of-the-atoms the-third-of-the-atoms the-last
  ;; the end
  )
