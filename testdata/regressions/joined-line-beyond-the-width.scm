;; options: line-breaks=persistent
;; A first argument joins its operator, and what is behind it is no line of the author's, which may be a tenth too wide.
(define (f)
  (synchronize
   this (lambda () (a-generic-sorted-set-contains-none? (get-delegate this) values))))
