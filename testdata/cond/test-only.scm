(cond ((memq x list-of-things-to-look-for)) ((assq x list-of-associations) => cdr) (else #f))
