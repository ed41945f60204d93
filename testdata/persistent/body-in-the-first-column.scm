;; options: line-breaks=persistent
(library (shapes)
     (export area)
  (import (rnrs))

;; What everything is measured in.
(define unit 1)

(define (area side)
(* side side unit))

(define nothing 0)
)

(define (f x)
(display x)
(newline))
