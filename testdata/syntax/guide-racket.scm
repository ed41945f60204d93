;; options: line-breaks=keep dialect=racket
;; Racket, section 6: a rule of one pattern has its template at two columns.
(define-syntax-rule (swap-values! a b)
  (let ([old a])
    (set! a b)
    (set! b old)))
