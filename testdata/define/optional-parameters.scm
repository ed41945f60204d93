(define* (open-connection host #:optional (port 80) #:key (timeout 30) (retries default-retries) keep-alive? #:allow-other-keys) (connect host port))
(define (load-from-the-left register base offset #!optional (before? #t) (write-back? #f))
  (load register base offset))
