; What is quoted is code where it begins like a special form and holds a list, and else data.
(snippet '(begin (substitute* "Makefile.in" (("^ *abs_srcdir=.*" line) (string-append line "CONFIG_HEADER=x\n"))) (delete-file "config.h")))
(define forms '(if while define let let* letrec case cond and or when unless do begin lambda quote quasi))
(define table '((let . binding-form) (define . definition-form) (if . conditional-form) (do . loop-form)))
