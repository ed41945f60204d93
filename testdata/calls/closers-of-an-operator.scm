;; options: line-breaks=keep
;; The brackets of groups stay alone, since most have one; that of a definition does not.
(test-group "push"
  (test 1 (push))
  )
(test-group "pop"
  (test 2 (pop))
    )
(test-group "top"
  (test 3 (top)))
(define (f x)
  x)
(define (g x)
  x
  )
(define (h x)
  x)
(define (i x)
  x)
