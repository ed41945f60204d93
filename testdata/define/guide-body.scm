;; options: line-breaks=keep
;; Riastradh's rules: the body of a definition stands two columns right of its bracket.
(define (greet name)
  (display "Hello, ")
  (display name))
