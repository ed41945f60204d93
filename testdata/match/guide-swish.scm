;; options: line-breaks=keep
;; Swish's standard: the clauses of a match stand at two columns, and a body below its pattern under it.
(define (total prices)
  (match prices
    [() 0]
    [(,first . ,rest)
     (+ first (total rest))]))
