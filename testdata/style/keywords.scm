(make-server #:host "localhost" #:port 8080 #:handler (lambda (request body) (respond request body)))
