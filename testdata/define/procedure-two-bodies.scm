(define (push! x) (set! stack (cons x stack)) x)
