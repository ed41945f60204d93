(a   6)
(good)
(b   6)
