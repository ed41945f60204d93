;; options: line-breaks=keep
;; What is aligned may be behind what follows a gap, or beyond rows that are blank there.
(case-lambda
  ((lt)     (lambda (x y) (if (lt x y) 1 (if (lt y x)  -1 0))))
  ((lt x y)               (if (lt x y) 1 (if (lt y x)  -1 0))))
(machine-dependent
  (first-argument first-value d0  s0  #f  0 fp)
  (first-again                    s1  #f  1 fp)
  (second-argument            d1  s2  #f  2 fp)
  (second-again                   s3  #f  3 fp))
