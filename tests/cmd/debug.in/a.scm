(f 'x) ; y
