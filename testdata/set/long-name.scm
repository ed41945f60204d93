(set! *the-hash-table-of-all-the-interned-symbols-in-the-image* (make-strong-eqv-hash-table initial-size))
