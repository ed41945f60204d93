;; options: line-breaks=keep
(define-module (a)
  #:export (
 ;; One.
 foo
 bar

 ;; Two.
 baz))

(define table '(
  ; first
  (a 1)
    (b 2)))
