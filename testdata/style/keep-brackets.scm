;; options: line-breaks=keep
(define-values (
    a b
  )
  (f x)
)
'
(a b)
#;
(define (old) 1)
