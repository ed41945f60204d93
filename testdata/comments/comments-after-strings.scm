;; options: line-width=80

(f "a
bb") ; c
(g x) ; d

(f "a
bbbbbbbb") ; c
(g x) ; d
