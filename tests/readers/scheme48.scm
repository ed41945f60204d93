,batch on
,open srfi-6 srfi-34
(define (try thunk) (call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'unreadable)) thunk))))
(define (read-datum port) (read port))
(define (flush) #t)
