;; options: line-breaks=keep
;; Riastradh's rules: the clauses of syntax-rules stand at two columns, and a template below its pattern under that.
(define-syntax unless*
  (syntax-rules ()
    ((_ test body ...)
     (if test
         #f
         (begin body ...)))))
