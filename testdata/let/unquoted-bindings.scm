(define-macro (bind-all names . body)
  `(let ,(map (lambda (name) (list name #f)) names) (prepare! ,@names) ,@body))
(define-macro (loop-over name bindings . body)
  `(let ,name ,(map initial-binding bindings) (when (more? ,name) ,@body) (finish ,name)))
