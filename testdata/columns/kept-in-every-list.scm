;; options: line-breaks=keep
(import (rnrs)
  (srfi :64 testing)
  (only (tests) check))
(define (f x)
  (guard-match (present replacement)
    (parameterize ((a b))
      (c d))
    #:else absent))
(define-method walk-body
    (entity (body <body>) selector context mark)
  (walk entity body))
(run-with G #:first null
            #:last null)
(match x
  ((tag name
    (or (a b)
        (c d)))
   x))
