(begin (display "hello world, this is a long string") (newline))
(begin #t)
