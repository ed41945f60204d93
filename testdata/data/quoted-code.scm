(define program '(define (fact n) (if (= n 0) 1 (* n (fact (- n 1))))))
(evaluate '(let ((x 1) (y 2)) (if (< x y) (display "less than the other one") (display "not less"))) env)
