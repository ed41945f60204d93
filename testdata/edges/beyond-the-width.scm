;; options: line_width=1

(begin (f "x
y"))
