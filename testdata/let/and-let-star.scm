(and-let* ((entry (assq key table)) ((pair? entry)) (value (cdr entry))) (string-upcase value))
