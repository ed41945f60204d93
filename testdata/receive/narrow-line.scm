;; options: line-width=40
(define (f) (receive (quotient-of-both remainder-of-both) (floor/ (compute-the-numerator input) (compute-the-denominator input)) (list quotient-of-both remainder-of-both)))
