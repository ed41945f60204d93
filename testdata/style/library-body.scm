(define-library (example grep) (export grep main) (import (scheme base) (scheme file) (only (srfi 1) filter-map fold)) (begin (define (main args) (for-each grep args))))
(define-module (web server) #:use-module (srfi srfi-9) #:use-module ((ice-9 match) #:select (match)) #:export (run-server handle-request))
