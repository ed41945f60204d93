<<<<<<< mine
(define a (f 1)
=======
(define a (f 2))
>>>>>>> theirs
(define (g x)
  (car x))
