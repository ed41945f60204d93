(if a b c)
(define (f x) (if (null? x) '() (cdr x)))
(g (if (null? the-rest-of-it) '() (cdr the-rest-of-it)))
(g (if (null? the-rest-of-what-there-is) '() (cdr the-rest-of-what-there-is)))
