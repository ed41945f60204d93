(define pi 3.14159)
(define table (make-hash-table))
(define (area r) (* pi r r))
