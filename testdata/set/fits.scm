(define (f) (set! x (+ x 1)) (set! y (if (null? z) '() (cdr z))))
