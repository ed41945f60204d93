(define (first-of numbers)
  (let-values (((low high) (partition even? numbers)))
      (list-the-numbers low
                      high)
      (car high)))

(with-the-lock (mutex-of first-of)
    (display "locked") (newline))
(my-thing (one of the arguments that are long enough)
    (display "it is a body that follows, and so it is indented"))
