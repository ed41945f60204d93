;; options: line-breaks=keep
;; Riastradh's rules: a distinguished operand that begins below stands at four columns, and the body at two.
(call-with-values
    (lambda ()
      (divide apples people))
  (lambda (quotient rest)
    (share quotient)))
