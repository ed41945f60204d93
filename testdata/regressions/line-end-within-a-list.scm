(a
b)
c
