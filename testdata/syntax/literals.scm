(define-syntax for (syntax-rules (in from to) ((_ x in list body ...) (for-each (lambda (x) body ...) list)) ((_ x from low to high body ...) (do ((x low (+ x 1))) ((> x high)) body ...))))
