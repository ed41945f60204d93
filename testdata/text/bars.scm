(define |a symbol with spaces| 1)
(f |;| |(|)
