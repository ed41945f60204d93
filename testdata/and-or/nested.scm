(define (valid? date) (and (integer? (year date)) (or (not (month date)) (and (<= 1 (month date)) (<= (month date) 12))) (not (and (day date) (not (month date))))))
