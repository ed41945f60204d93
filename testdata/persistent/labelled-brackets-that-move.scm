;; options: line-breaks=persistent
;; The labelled bracket of a list that begins a line stays as far left as it was; others go where the next item would.
(define (g) (foo
   (x 1)
 ) ; foo
)
(define colours '(
  (a b c)
  (d e f)
  ) ; list
)
(f (x
   ) ; y
     z)
(call `(path: ,version create: maybe append: #f truncate: #t and-others: too)
  (lambda (port)
    (write x port)))
