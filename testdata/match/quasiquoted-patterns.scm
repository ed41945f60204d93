(match exp (`(lambda ,formals ,body) (make-closure formals body env)) (`(,f . ,args) (apply (evaluate f env) (evaluate-list args env))) ((? symbol?) (lookup exp env)))
