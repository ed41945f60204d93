(match expr (('quote x) x) (('if test then else) (if (evaluate test env) (evaluate then env) (evaluate else env))) (_ (error "bad" expr)))
