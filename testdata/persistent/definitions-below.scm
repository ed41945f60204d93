;; options: line-breaks=persistent
;; What is known as a definition by its name alone keeps its items below it.
(define-flags
   red
   green)
(define-kinds table
   chair)
(define-rules-of
 (house garden)
 (keep clean))
