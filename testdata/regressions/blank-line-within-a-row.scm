;; options: line-breaks=keep
(define t
  (list
   a  (foo 1 2)   1
   b  (foo 1 2)   1
   x  (foo 1 2)   (baz a

                       b)
   yy (foo 1 2)  3))
