(define (point-x p) (vector-ref p 0))
(define (point-y p)
  (vector-ref p 1))
