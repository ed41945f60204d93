(define (run) (call-with-connection (lambda (connection) (send connection 'ready) (receive connection)) (open-connection)))
(define (run) (for-each-two (lambda (connection) (send connection 'ready) (receive connection)) connections))
