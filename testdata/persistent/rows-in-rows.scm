;; options: line-breaks=persistent
;; What stands after a widened list stays where it is, also when rows around it and its own lines agree on its gaps.
(foo '(a   b)   c)
(foo '(aa  b)   (c
                 d))
(bar first  (a   1)
     second (bb  1)
     third  '((a   1)
              (bb  1)))
