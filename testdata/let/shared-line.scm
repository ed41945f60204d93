(define (f) (let ((a 1) (b 2)) (g (+ a b) (- a b))))
(define (g) (let ((numerator 1) (denominator 22)) (g numerator denominator)))
