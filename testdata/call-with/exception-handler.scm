(with-exception-handler (lambda (e) (k (list 'error e))) (lambda () (run-the-computation argument1 argument2)))
