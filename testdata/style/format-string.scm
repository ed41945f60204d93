(format #t "~a is ~a years old and lives in ~a, which is in ~a~%" (person-name person) (person-age person) (person-city person))
(test-equal "maps a procedure over a list and keeps the order" '(1 4 9) (map (lambda (x) (* x x)) '(1 2 3)))
