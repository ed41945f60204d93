;; options: line-breaks=persistent
(define (f)
  (foo-bar(x 1)) ; one
  (foo-bar (x))  ; two
  (foo-bar (y))  ; three
  (foo-bar (z))) ; four
