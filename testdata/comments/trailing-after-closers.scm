(define (f x)
  (if x
      (g x)) ; after two closers
  ) ; after the last
