(g   x)
