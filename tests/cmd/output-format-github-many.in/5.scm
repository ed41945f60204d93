(a   5)
(good)
(b   5)
