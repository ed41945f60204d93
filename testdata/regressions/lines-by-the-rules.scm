;; options: line-breaks=keep columns=rules
'(a b
   c
   d)
((f x) y
       z)
(f ; why
   x)
