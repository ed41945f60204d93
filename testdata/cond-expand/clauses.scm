(cond-expand (guile (use-modules (srfi srfi-1))) ((or chicken gambit) (include "compat.scm")) (else))
(cond-expand (full-unicode (define (f x) (char-upcase x)) (define (g x) (char-downcase x))) (else (define (f x) x)))
