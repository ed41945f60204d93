(for-each (lambda (entry) (display (car entry)) (newline)) (hash-table->alist *the-global-symbol-table*))
