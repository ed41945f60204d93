;; options: line-width=40
(define (f) (assq-ref '((first-key . "the value of the first key") (second-key . #(1 2 3 4 5 6 7 8)) (third-key another list of symbols that is quite long)) the-key))
