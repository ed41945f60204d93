;; Numbers that the author put in rows stay in them, also where all would fit on one line; other data does not.
(define scanlines #vu8(1 255 0
 0 0 1
   0 0 0))
(define words '(alpha beta
    gamma delta))
(define one-a-line #(1
   2
   3))
