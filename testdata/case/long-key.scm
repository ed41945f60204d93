(case (vector-ref (vector-ref the-table-of-all-the-states current-state) (char->class (peek-char input-port))) ((accept) #t) (else #f))
