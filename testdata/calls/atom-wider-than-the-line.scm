(display "a string literal that nobody has broken, although it is wider than the eighty columns of the line" port)
