(define (try thunk) (guard (c (#t 'unreadable)) (thunk)))
(define (read-datum port) (read port))
(define (flush) (flush-output-port (current-output-port)))
