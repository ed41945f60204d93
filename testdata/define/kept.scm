;; options: line-breaks=keep
;; What follows the name on lines of its own is at +2, a documentation string among them.
(define-command next-page
  "Turns one page."
  (lambda ()
    (turn 1)))
(define-values (a b)
  (values 1 2))
(define add
  (lambda (x)
    (lambda (y)
      (+ x y))))
