;; options: line-breaks=keep
;; In a macro's pattern, the body of a form is at +2, as it is in the template. Its items may be atoms.
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
;; What is no such form continues under its first argument.
(define-syntax tests
  (syntax-rules (or)
    ((_ (or first
           rest ...))
     (or first
         rest ...))))
