;; options: line-breaks=keep
;; Numbers are aligned at their ends with no distinguished items, and lines in one column are aligned with the first number only if all
;; end with it.
(f   100
      -3
    0.63
    4.5)
(h 100
    20
    30)
(for
    7  100 4.5
          100 12)
(library
 4.5   1000
   7)
