(define ((make-adder n) x) (+ n x))
(define (((curried-three first) second) third) (list first second third (+ first second third) (* first second)))
