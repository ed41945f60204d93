;; The structures of Scheme 48.
(define-structure r (export f) (open scheme) (begin (define (f . stuff) (error "x is undefined"))))
(define-structure sockets sockets-interface (open scheme define-record-types formats external-calls channels channel-ports os-strings byte-vectors) (files socket internet address))
(define-record-discloser :array (lambda (array) (cons 'array (array-shape array))))
