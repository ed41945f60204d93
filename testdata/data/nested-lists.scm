(define table '((one 1 "eins") (two 2 "zwei") (three 3 "drei") (four 4 "vier") (five 5 "fünf")))
