;; options: line-width=40
(define (f) (let-syntax ((swap-both! (syntax-rules () ((_ first-place second-place) (let ((temporary first-place)) (set! first-place second-place) (set! second-place temporary)))))) (swap-both! x y)))
