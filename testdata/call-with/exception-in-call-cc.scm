(call/cc (lambda (k) (with-exception-handler (lambda (e) (display "condition: ") (write e) (newline) (k 'exception)) (lambda () (+ 1 (raise 'an-error))))))
