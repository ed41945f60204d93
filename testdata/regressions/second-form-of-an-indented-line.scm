;; options: line-breaks=persistent
  (define a 1)
  (define b 2)
  (define c 3) (define dddddddddddddddddddddddddddddddddddd (list 1111111111 222222222222 333))
(define e 5)
