;; options: line-breaks=keep
;; Swish's standard: a procedure that does not fit beside the operator goes below it, at one column.
(fold-left
 (lambda (sum price)
   (+ sum price))
 0
 prices)
