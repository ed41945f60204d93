;; options: line-breaks=keep style.body-indent=3
(define (x)
   (with-foo
       ((a b))
      (c d)))
