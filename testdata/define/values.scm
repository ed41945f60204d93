(define-values (quotient remainder) (floor/ numerator denominator))
(define-values (first-result second-result . other-results) (compute-several-values-from input-port output-port))
