(define (f) (let loop () (let loop () (let loop () (guard (exception ((read-error? exception) (report-the-read-error exception port)) (else (raise-continuable exception))) (read port))))))
