(map (^ (x) (g x)) (^(x) (h x)))
