(define-syntax my-if (syntax-rules () ((_ c t) (cond (c t))) ((_ c t e) (cond (c t) (else e)))))
(define-syntax my-and (syntax-rules () ((_) #t) ((_ e) e) ((_ e r ...) (if e (my-and r ...) #f))))
