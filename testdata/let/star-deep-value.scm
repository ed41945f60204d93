(let* ((buckets (hash-fold (lambda (key value result) (cons (cons key value) result)) '() (make-table-from-specification specification)))) buckets)
