(define (report-problem) (let loop () (let loop () (let loop () (let loop () (let loop () (let loop () (let loop () (format (current-error-port) "~a: the file could not be opened" file-name)))))))))
