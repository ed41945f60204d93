(cond ((null? x) '()) (else (display x) (newline) (reverse x)))
