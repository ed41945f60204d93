(receive (a b) (f x) (list a b))
(define (g) (receive (q r) (floor/ n d) (cons q r)))
