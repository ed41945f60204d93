(a   b)
