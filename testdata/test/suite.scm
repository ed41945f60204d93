;; options: dialect=guile
;; A suite of tests has its name beside it and its tests below, at +2.
(define-suite arithmetic
  (suite "addition"
         (test "one" (is (= 2 (+ 1 1))))
         (test "two" (is (= 3 (+ 1 2)))))
  (suite "division" (test "by zero" (is (throws-exception? (/ 1 0) division-by-zero?)))))
