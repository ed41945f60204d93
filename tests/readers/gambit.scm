(define (try thunk) (with-exception-catcher (lambda (e) 'unreadable) thunk))
(define (read-datum port) (read port))
(define (flush) (force-output))
