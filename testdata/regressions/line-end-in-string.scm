"a
b" c
d
