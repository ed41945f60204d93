(f x
