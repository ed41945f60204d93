(f
