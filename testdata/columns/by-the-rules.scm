;; options: line-breaks=keep columns=rules
(unless a
    (b))
(unless c
    (d))
(unless e
    (f))
(library (shapes)
    (export area)
    (import (rnrs))

(define unit 1)

(define (area side) (* side side unit))
)
