;; options: line-breaks=persistent line-width=60
(define* (build
          #:key source (target "all")
          (jobs 1))
  (list source target jobs))

(define (explain-tree
         tree
         #:depth (depth 3))
  (list tree depth))

(define-syntax keep
  (syntax-rules ()
    ((_
      first
      rest ...)
     (list first rest ...))))

(define (short
         a)
  a)
