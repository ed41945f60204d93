(define (f x)
  (display "z)
  (newline))

(define (g x)
  (car x))
