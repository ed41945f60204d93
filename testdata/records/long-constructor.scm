(define-record-type <request> (make-request method uri version headers metadata port body-port trailers encoding) request? (method request-method) (uri request-uri))
