;; options: line-width=22

(foo (bar-name-abc quux-name)

 ...)
