(let ([x 1] [y 2]) (f x) (g y))
