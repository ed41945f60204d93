;; options: line-breaks=persistent dialect=racket
(syntax-parse stx
  [(_ name:id)
   #:do[(define shape (shape-of #'name))]
   #:do [(define size (size-of shape))]
   #'(draw shape size)])
