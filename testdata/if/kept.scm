;; options: line-breaks=keep
;; The arms are under the test.
(define (last items)
  (if (null? (cdr items))
      (car items)
      (last (cdr items))))
