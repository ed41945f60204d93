(define a 1)

(define (f x)
  (g x

(define b 2)

(library (c)
  (export d)

  (define (d x)
    (g  x)

  (define e 3))
