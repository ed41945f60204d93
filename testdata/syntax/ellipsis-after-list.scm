(define-syntax my-let (syntax-rules () ((_ ((name value-of-the-name) ...) body1 body2 ...) ((lambda (name ...) body1 body2 ...) value-of-the-name ...))))
