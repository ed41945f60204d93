(define (f x)
  (list zlib
    coreutils)

(define (g x) (* 2 x))
