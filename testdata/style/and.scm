(and (pair? candidate) (symbol? (car candidate)) (assq (car candidate) environment-bindings) #t)
