(char-case c ((#\a) 'a) ((#\b) (display "b was read from the port") 'b) (else #f))
(case-type x ((string) (string-length x)) ((vector) (vector-length x)) (else (error "no length" x)))
