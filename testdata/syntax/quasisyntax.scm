(define-syntax my-list (lambda (stx) (syntax-case stx () ((_ x ...) #`(list #,@(map (lambda (e) #`(quote #,e)) #'(x ...)))))))
