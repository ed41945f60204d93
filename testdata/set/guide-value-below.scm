;; options: line-breaks=keep
;; Riastradh's rules: the operands of set! are aligned like those of any operator.
(set! best-price
      (min best-price
           (price-of item)))
