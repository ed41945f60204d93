;; options: line-breaks=keep
;; The gaps of numbers in rows stay, wherever the rows begin.
(define matrix
  '#( 0.9991 -0.0375  0.0189
             0.0164  0.7616  0.6478
             -0.0387 -0.6470  0.7615
             3.3819  0.7718 -2.5321))
