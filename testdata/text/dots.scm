'(a . (b . (c)))
(lambda (a b . c) a)
(f . args)
