(define (f) (set! current-value (if (null? remaining-values) default-value (car remaining-values))))
