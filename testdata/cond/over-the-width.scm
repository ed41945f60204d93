(define (f) (let loop () (let loop () (let loop () (let loop () (let loop () (cond ((string? x) (write-the-string-to-the-port-quickly-and-flush x the-port)) (else x))))))))
