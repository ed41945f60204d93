(a   1)
(good)
(b   1)
