(call-with-output-file "out.txt" (lambda (port) (write datum port) (newline port)))
