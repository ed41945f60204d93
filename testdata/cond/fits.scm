(cond (a b) (else c))
(f (cond (a b) (else c)))
