(hash-table-update!/default table (string->symbol (string-append prefix "-" name)) (lambda (count) (+ count 1)) 0)
