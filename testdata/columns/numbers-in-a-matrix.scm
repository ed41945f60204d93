;; options: line-breaks=keep
;; A number after one blank joins no column: it may be aligned at its end.
(define a
  '((lc  6  7  8)
    (lc  9 10 11)
    (lc  9 10 11)
    (lc  3  4  5)
    (lc  6  7  8)))
