(define-syntax define-getters (syntax-rules () ((_ (name index) ...) (begin (define (name vector) (vector-ref (the-underlying-vector-of vector) (checked-index index vector))) ...))))
