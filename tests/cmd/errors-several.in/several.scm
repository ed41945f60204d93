(define (f x)
  (let ((y 1)
        (z 2)
    (g x y z)))

(define (g x)
  (let ((y 1)))
    (h x)
    (i y)))

(define (h x)
  (display "one)
  (display "two"))

(define (whole) 'fine)
