(call-with-values (lambda () (let ((x (read-first port))) (values x (read-second port)))) (lambda (first second . others) (list first second others)))
(call-with-values produce list)
