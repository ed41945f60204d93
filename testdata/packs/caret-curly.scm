;; options: dialect=gauche
#!curly-infix
(map (^ (x) (g x)) (^(x) (h x)))
