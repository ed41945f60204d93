;; options: line-breaks=persistent
;; A closing bracket alone stays where the only list of its operator has one, if it has several lines.
(define suite
  (test-suite "names"
    (test-case "one"
      (check (f 1) => 1))
    (test-case "two"
      (check (f 2) => 2))
  ))
(define (f x)
  (when x
    (g x)
    )
  (h x
  ))
