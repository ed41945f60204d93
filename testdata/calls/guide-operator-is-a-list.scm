;; options: line-breaks=keep
;; Riastradh's rules: if the operator is a list itself, the operands go under it.
((compose reverse sort-ascending)
 (prices-of orders))
