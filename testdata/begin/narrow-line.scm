;; options: line-width=40
(define (f) (begin (set! the-current-environment (extend-environment the-current-environment names values)) (evaluate-body body the-current-environment)))
