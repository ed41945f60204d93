(define é 1) ; precomposed
(define é 2) ; combining
