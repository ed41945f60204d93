;; options: line-width=30
(define (f x) (a-procedure-name (another-procedure-name x 1) (yet-another-one (and-one-more x) "string")))
