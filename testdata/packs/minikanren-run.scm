(load "mk.scm")
(run 3 (q) (fresh (x y) (== q (list x y)) (appendo x y '(1 2 3 4))))
