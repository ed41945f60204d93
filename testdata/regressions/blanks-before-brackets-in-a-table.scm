;; options: line-breaks=keep
;; A blank before a bracket aligns it with that of another row, if the row has other wide gaps or the brackets are empty; rows that end before do not matter.
(define (corners x y)
  (list (corner    x     y )
        (corner (- x)    y )
        (corner    x  (- y))))

(panel
 (field "Celsius"    @celsius     )
 (text " = ")
 (field "Fahrenheit" @fahrenheit f))

(define-rules
  [(_ name (s) slot) (call name 's '(slot))]
  [(_ name ( ) slot) (call name #f '(slot))]
  [(_ name () slot)  (call name #t '(slot))])

(qsort (pick (:list x rest) (if (<  x pivot)) x))
(list pivot)
(qsort (pick (:list x rest) (if (>= x pivot)) x))
