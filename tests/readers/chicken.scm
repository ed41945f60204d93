(import (chicken condition))
(define (try thunk) (handle-exceptions e 'unreadable (thunk)))
(define (read-datum port) (read port))
(define (flush) (flush-output))
