(f x)
