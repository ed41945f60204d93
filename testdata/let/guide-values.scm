;; options: line-breaks=keep
;; Swish's standard: the names that values are bound to stand before what yields them.
(let-values ([(quotient rest) (divide apples people)]
             [(ripe green) (partition ripe? apples)])
  (list quotient rest ripe green))
