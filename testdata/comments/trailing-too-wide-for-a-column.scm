(define (f)
  (a) ; short
  (a-rather-long-call-with-several (arguments) (that-take) (most-of) (the-line) 1) ; x
  (b)) ; the comment of a short line that would go over the width if it were aligned
