(call-with-values (lambda () (floor/ numerator denominator)) (lambda (q r) (list q r (exact->inexact (/ r denominator)))))
