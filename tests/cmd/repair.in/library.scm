(library (a b)
(export f)
(import (rnrs))

(define (f x)
  (let ((y (g x)))
    (if (null? y)
        (h y)
        (k y 2)))

(define (g x)
  (let ((z (car x)))
    (display z)
    (newline)))
