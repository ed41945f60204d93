(define (foo x)
  (bar (if x
           y
           z w)
  (list x))
