(cond-expand

 (guile 1)

 (else 2))
