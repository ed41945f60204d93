(define (try thunk)
  (call-with-current-continuation
   (lambda (k) (with-exception-handler (lambda (e) (k 'unreadable)) thunk))))
(define (read-datum port) (read port))
(define (flush) (flush-output))
