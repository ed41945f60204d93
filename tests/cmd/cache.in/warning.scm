(f (. args))
