(define (f x)
  (g "<&>")
