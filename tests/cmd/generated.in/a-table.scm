(f   x)
