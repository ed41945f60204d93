;; The lines are the author's; if and case-lambda have columns of their own here.

(define (sign x)
  (if (< x 0)
    'negative
    (if (> x 0)
      'positive
      'zero)))

(define range
  (case-lambda
   ((end)
    (range 0 end))
   ((start end)
    (if (>= start end)
      '()
      (cons start
            (range (+ start 1) end))))))
