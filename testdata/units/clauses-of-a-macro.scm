;; options: line-width=40
(define-rules arithmetic [(plus a b) (+ a b)] [(minus a b) (- a b)])
(define-rules arithmetic ((_ plus a b) (+ a b)) ((_ minus a b) (- a b)))
