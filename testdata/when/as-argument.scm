(display (when (positive? n) (number->string n 16)))
