;; options: line-breaks=keep
;; Numbers in any radix may be aligned at their ends; names like `1+` are no numbers.
(define masks
  '(( #b1 low)
    (#b11 high)
    ( #XF all)
    (#e12 dozen)))
(compose -1+
          1+)
