(#\(a #\;b #\'c a\('x (list #\( a))
