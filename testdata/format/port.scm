(format #t "~a is ~a years old~%" name age)
(format #t "~a is ~a years old and lives in ~a, which is in ~a~%" (person-name person) (person-age person) (person-city person))
(format #f "~a" (string-append "one long argument of format" " and another one of its arguments" name))
