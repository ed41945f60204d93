;; Programs among quoted data are laid out as code, but not in a vector, nor if nothing in them is a list.
(define tests '((test-one (let ((identity (lambda (x) x)) (twice (lambda (f) (lambda (x) (f (f x)))))) ((twice identity) 1)) 1) (test-two (letrec ((even? (lambda (n) (if (= n 0) #t (odd? (- n 1))))) (odd? (lambda (n) (if (= n 0) #f (even? (- n 1)))))) (even? 100)) #t)))
(define words '(define lambda let letrec let* named-lambda fluid-let define-syntax let-syntax letrec-syntax do))
(define code '#((lambda (first second) (vector-ref first 0)) (lambda (first second third) (vector-ref second 0))))
