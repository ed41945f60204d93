(define-module (a b) #:pure #:use-module (guile) #:export-syntax (while-not) #:replace (map) #:version (1 2))
