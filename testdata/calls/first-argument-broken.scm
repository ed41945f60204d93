(append (map (lambda (entry) (string-append (car entry) "=" (cdr entry))) environment-variables) other-variables)
