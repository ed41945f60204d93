;; options: line-breaks=keep
;; Clauses below their keyword are under each other, and so are those beside it.
(define (sign x)
  (cond
   ((< x 0) -1)
   ((> x 0) 1)
   (else 0)))
(define (kind x)
  (cond ((pair? x)
         'pair)
        ((assq x table)
         => cdr)
        (else
         'other)))
