(or (and (char? x) (char-alphabetic? x)) (and (string? x) (string-every char-alphabetic? x)))
