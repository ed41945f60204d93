(define (f x) (match x ((a b) a) (_ #f)))
