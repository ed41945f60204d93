;; options: line-breaks=persistent
;; The value of an assignment goes under the name or two columns from the bracket, as its author has it.
(set! area
  (lambda (x)
    (* x x)))
(set! sides
      (list 1 2))
(begin
  (set! corners
    (list 1 2)))
