(define (f0 x)
  (g x)

(define (f1 x)
  (g x)

(define (f2 x)
  (g x)

(define (f3 x)
  (g x)

(define (f4 x)
  (g x)

(define (f5 x)
  (g x)

(define (f6 x)
  (g x)

(define (f7 x)
  (g x)

(define (f8 x)
  (g x)

(define (f9 x)
  (g x)

(define (f10 x)
  (g x)

(define (f11 x)
  (g x)
