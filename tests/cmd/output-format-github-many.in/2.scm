(a   2)
(good)
(b   2)
