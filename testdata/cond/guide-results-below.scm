;; options: line-breaks=keep
;; Riastradh's rules: the result of a clause that begins below stands under its test.
(cond ((assq guest seats)
       => (lambda (seat)
            (cdr seat)))
      ((free-seat table)
       (take-seat guest)
       (order guest))
      (else
       (wait guest)))
