(library (a)
  (export b)
  (import (rnrs))


;; ;;;; first page

(define (b x) x)

(define (c x) x)


)
