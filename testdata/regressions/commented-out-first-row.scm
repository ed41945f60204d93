;; options: line-breaks=persistent
;; What is commented out comes to stand beside the bracket, and is a row there, too.
(
  #;(cond x)
(else	x))
