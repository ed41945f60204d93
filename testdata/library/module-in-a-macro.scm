;; options: line-breaks=keep
;; In a pattern and in a template of a macro, the body of a module need not be lists.
(define-syntax assembly
  (syntax-rules (module)
    ((_ (module name
            type ...))
     (module name
         type ...))))
(define-syntax define-two
  (syntax-rules (define-values)
    ((_ (define-values formals
           value ...))
     (define-values formals
           value ...))))
