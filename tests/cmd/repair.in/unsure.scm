(define (foo x)
  (bar (baz x (qux y)
  (list x))
