;; options: style.body-indent=3
(define (sum lst) (let loop ((lst lst) (total 0)) (if (null? lst) total (loop (cdr lst) (+ total (car lst))))))
