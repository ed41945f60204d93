(match-let (((a b) (values-of x)) ((c . d) (values-of y))) (list a b c d))
(match-let* (((a b) x)) (+ a b))
