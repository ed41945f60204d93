;; options: line-breaks=keep
((aaa   1 xx)
   (b   22 y)
 #;(b   22 y) (foo
bar)
 #;(b   22 y) (foo
bar)
 (cc    3 z))
