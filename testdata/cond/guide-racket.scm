;; options: line-breaks=keep dialect=racket
;; Racket, section 6: the clauses of a cond have brackets of their own and may begin below the keyword, at two columns.
(define (grade points)
  (cond
    [(> points 90) 'excellent]
    [(> points 50) 'passed]
    [else
     (retry points)]))
