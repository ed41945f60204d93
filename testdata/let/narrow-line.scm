;; options: line-width=40
(define (f) (let loop-over-items ((remaining-items (all-items-of container)) (results '())) (if (null? remaining-items) results (loop-over-items (cdr remaining-items) (cons (car remaining-items) results)))))
