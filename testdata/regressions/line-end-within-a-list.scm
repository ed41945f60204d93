(
a)
b
