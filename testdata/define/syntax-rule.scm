(define-syntax-rule (swap! a b) (let ((tmp a)) (set! a b) (set! b tmp)))
(define-syntax-rule (inc x) (+ x 1))
