;; options: line-width=80

{ ; c
a b}
