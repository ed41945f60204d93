(module totals (export (sum ::pair-nil)))
(define (sum lst) (let loop ((lst lst) (total 0)) (if (null? lst) total (loop (cdr lst) (+ total (car lst))))))
