(define (f lst) (if (pair? lst) (car lst) #f))
(define (g lst) (if (pair? items) (car items) default))
