(call-with-values (lambda () (floor/ numerator denominator)) (lambda (q r) (list q r (exact->inexact (/ r denominator)))))
(call-with-values read-both (lambda (first second) (list first second (combine first second port))))
