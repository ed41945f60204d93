(ematch expr ((quote x) x) ((lambda args body) (make-closure args body environment-of-definition)))
