(f  x)
