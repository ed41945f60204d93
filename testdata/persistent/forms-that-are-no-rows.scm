;; options: line-breaks=persistent
;; Neighbours of equally many atoms are no rows of a table if they are forms with different operators.
(define (g x)
  (let x y z)
  (when x y z)
  (when some-condition-with-a-very-long-name? some-consequent-with-a-very-long-name some-alternative))

(define (h x)
  (set-field! x first-value-of-the-row another-value 1)
  (set-field! x second-value-of-the-row another-value-that-is-longer-than-the-others-are 20)
  (set-field! x third-value-of-the-row another-value 3))
