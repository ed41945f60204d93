;; options: line-breaks=keep
;; Racket 6.1, Cyclone: items of a long list stand under each other, one column right of its bracket.
(define colours
  '(amber
    cyan
    indigo
    olive))
