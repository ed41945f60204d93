(cond-expand (guile (use-modules (srfi srfi-1))) ((or chicken gambit) (include "compat.scm")) (else (include "portable.scm")))
