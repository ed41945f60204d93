(hash-table-walk table (lambda (key value) (display key) (newline)))
(fold (lambda (item result) (if (even? item) (cons item result) result)) '() (list-of-numbers-from input))
(vector-for-each-index (lambda (i) (vector-set! copy i (vector-ref original i))) (vector-length original))
