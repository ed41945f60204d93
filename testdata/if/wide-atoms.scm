(define (f) (if condition "a rather long string that is the result of this procedure" "another long string that is the other one"))
