(define (f x) (if (pair? x) (set! y x)) (if (pair? the-items) (set! y the-items)) x)
