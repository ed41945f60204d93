(define* (open-connection host #:optional (port 80) #:key (timeout 30) (retries default-retries) keep-alive? #:allow-other-keys) (connect host port))
