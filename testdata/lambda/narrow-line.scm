;; options: line-width=40
(define (f) (lambda (first-parameter second-parameter . the-remaining-parameters) (combine first-parameter second-parameter) the-remaining-parameters))
