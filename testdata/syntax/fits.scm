(define-syntax foo (syntax-rules ()))
(define-syntax while (syntax-rules () ((_ c b ...) (let lp () (when c b ... (lp))))))
