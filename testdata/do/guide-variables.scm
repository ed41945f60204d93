;; options: line-breaks=keep
;; Riastradh's rules: the variables of a do go under the first one, the test under them all, and the body at two columns.
(do ((day 1 (+ day 1))
     (sum 0 (+ sum (sales day))))
    ((> day 7)
     sum)
  (report day))
