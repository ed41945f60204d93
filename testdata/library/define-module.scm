(define-module (web server) #:use-module (srfi srfi-9) #:use-module ((ice-9 match) #:select (match)) #:export (run-server handle-request))
