(for-each (lambda (x) (display x) (newline)) items)
(for-each (lambda (entry) (display (car entry)) (display (cdr entry))) items)
