;; options: line-breaks=keep
(define (f x)
  (g x
     y
   )
 )
(define (h x)
  (k x
     y
   )
 )
