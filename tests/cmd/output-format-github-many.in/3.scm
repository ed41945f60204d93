(a   3)
(good)
(b   3)
