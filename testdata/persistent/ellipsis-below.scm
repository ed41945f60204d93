;; options: line-breaks=persistent
;; An ellipsis stays on a line of its own, unless the form has it beside the operator.
(begin
  ...
  (g 1))
(when
  ...
  (g 1))
