;; options: line-width=40
(define (f) (make-http-request #:method 'POST #:uri (string->uri "https://example.org/a/long/path/to/something") #:headers `((content-type . (text/plain)) (accept . ,accepted-types)) #:body (string->utf8 text)))
