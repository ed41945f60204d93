(guard (e ((symbol? e) (list 'symbol e))) (do-something) (raise 'boom))
(guard (condition ((assq 'a condition) => cdr) ((assq 'b condition))) (raise (list (cons 'a 42))))
