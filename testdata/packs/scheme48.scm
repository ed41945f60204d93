;; The structures of Scheme 48.
(define-structure r (export f) (open scheme) (begin (define (f . stuff) (error "x is undefined"))))
(define-structure sockets sockets-interface (open scheme define-record-types formats external-calls channels channel-ports os-strings byte-vectors) (files socket internet address))
(define-record-discloser :array (lambda (array) (cons 'array (array-shape array))))
(define-test-case sums number-tests (check-that (sum (list 1 2 3)) (is 6)) (check-that (sum (list)) (is 0)))
(let-fluid $current-port (make-port-of-the-kind kind) (lambda () (write-all-of-the-lines lines)))
(define-command-syntax 'describe "<name> ..." "describe what these names are bound to" '(&rest name))
