(a   4)
(good)
(b   4)
