;; options: line-breaks=persistent
(match element
  ((method (name a)
           b)
   1)
  ((method name
           . rest)
   2)
  ((lambda (x y)
     body)
   3))
