(define a   1)
<<<<<<< HEAD
(define b   2)
=======
(define b   3)
>>>>>>> theirs
