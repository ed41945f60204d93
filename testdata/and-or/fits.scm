(define (f x) (and (pair? x) (list? (cdr x))) (or (null? x) (pair? x)))
(g (and (pair? the-object) (list? (cdr the-object)) (null? x)))
