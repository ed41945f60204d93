; schemefmt: skip
;; A matrix, by rows.
(define  m  '(1  0
              0  1))

(define  n  1)
