(define-syntax swap! (lambda (stx) (syntax-case stx () ((_ a b) #'(let ((tmp a)) (set! a b) (set! b tmp))))))
