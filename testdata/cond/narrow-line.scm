;; options: line-width=40
(define (f) (cond ((assq-ref the-table-of-handlers message-type) => (lambda (handler) (handler message) (acknowledge message))) ((eq? message-type 'quit) (shut-down-the-server server) 'done) (else (error "unknown message" message-type))))
