(with-output-to-string (lambda () (write 'x)))
(with-output-to-string (lambda () (display "a somewhat longer text") (write some-object) (newline)))
