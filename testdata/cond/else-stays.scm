(define (f x) (cond ((assq x table-of-names) (frobnicate x) (cdr x)) ((assq x another-table) (twiddle x) (car x)) (else (error x))))
