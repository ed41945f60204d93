;; options: line-breaks=persistent
(define (expand name)
  `(LET ((STATE ,name))
     (IF (PAIR? STATE)
         (LAMBDA (OBJECT)
           (CONS OBJECT STATE))
         STATE)))
