(define-syntax be-like-begin (syntax-rules ::: () ((be-like-begin name) (define-syntax name (syntax-rules () ((name expr (... ...)) (begin expr (... ...))))))))
