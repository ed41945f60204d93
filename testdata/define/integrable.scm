(define-integrable (first-element vector) (vector-ref vector 0))
(define-inline (car* pair) (if (pair? pair) (car pair) '()))
