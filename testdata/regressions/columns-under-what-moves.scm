;; options: line-breaks=keep
(cond
  ((> i x)  1
            2)
  (a 1
            2
            3))
