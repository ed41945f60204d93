;; options: line-width=1

(begin (f "x
y"))
