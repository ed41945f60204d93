;; options: line-breaks=persistent
(import
  #;(a) (b)
  (c)
  (d) (e)
  (f))
