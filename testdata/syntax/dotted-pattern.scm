(define-syntax my-cond (syntax-rules (else) ((_ (else . body)) (begin . body)) ((_ (test . body) . rest) (if test (begin . body) (my-cond . rest)))))
