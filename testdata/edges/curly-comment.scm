;; options: line_width=80

{ ; c
a b}
