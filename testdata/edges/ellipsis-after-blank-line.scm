;; options: line_width=22

(foo (bar-name-abc quux-name)

 ...)
