(call-with-output-string (lambda (port) (write-document (normalize doc) port #:indent 2 #:width 78)))
