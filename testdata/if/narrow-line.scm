;; options: line-width=40
(define (f) (if (hash-table-contains? table-of-symbols (symbol->string the-symbol)) (hash-table-ref table-of-symbols (symbol->string the-symbol)) (intern-the-symbol! the-symbol table-of-symbols)))
