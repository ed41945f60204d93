(define *the-global-environment-of-the-evaluator* (extend-environment primitive-procedure-names primitive-values))
(define default-alphabet-for-encoding "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
