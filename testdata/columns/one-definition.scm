;; options: line-breaks=keep
(library (shapes)
  (export area)
  (import (rnrs))

(define (area side)
  (* side side))
)
