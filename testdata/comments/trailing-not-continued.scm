(define (f x)
  (g x) ; a comment
  ; another one
  (h x))
