(define (f x)
  (g x))

(define (g x)
  (car 
