;; options: dialect=guile style.cond=hang
(define (sign x) (cond ((negative? x) -1) ((positive? x) 1) (else 0)))
