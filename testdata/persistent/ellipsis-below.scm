;; options: line-breaks=persistent
;; An ellipsis goes beside the operator, and the body continues under it.
(begin
  ...
  (g 1))
(when
  ...
  (g 1))
