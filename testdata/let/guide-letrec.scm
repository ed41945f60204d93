;; options: line-breaks=keep
;; Riastradh's rules: local procedures are bound like other values.
(letrec ((even? (lambda (n)
                  (or (zero? n)
                      (odd? (- n 1)))))
         (odd? (lambda (n)
                 (and (positive? n)
                      (even? (- n 1))))))
  (even? 10))
