;; options: line-breaks=persistent
(define (f x)
  (let ((y 1))
    (g y) ) )

(define (exit code)
  ((exit-handler) code) )

(define (h x)
  (if (foo? x)
      (bar x)
      (baz (quux x)) ) )

(define (k x) (y))
