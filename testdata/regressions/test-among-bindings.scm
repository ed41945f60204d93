;; options: line-breaks=keep
(and-let* ((binding (x))
           ((or (parameterized-transformer? denotation)
                (begin
                  (raise-syntax-error
                   keyword-syntax)
                  (bar))))
           (foo))
  1)
