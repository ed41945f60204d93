;; options: line-breaks=persistent columns=rules
(do ((i 0))
  ((= i n))
  (f i))
