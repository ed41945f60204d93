;; options: line_width=2

(begin (f "x
y"))
