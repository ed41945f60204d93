;; options: line-breaks=keep
(define a
  (match-lambda
   ((x) (f x))))
(define b
  (match-lambda
   ((x) (g x))))
(define c
  (match-lambda
   ((x) (h x))))
(define d
  (match-lambda*
   ((x) (f x))))
(define e
  (match-lambda*
     ((x) (f x))))
(define g
  (match-lambda*
      ((x) (f x))))
