;; options: line-breaks=persistent
;; An ellipsis goes beside the operator, and begins no body.
(begin
  ...
  (g 1))
(when
  ...
  (g 1))
