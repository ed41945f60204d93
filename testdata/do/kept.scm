;; options: line-breaks=keep
;; The bindings and the test are in one column, the body is at +2.
(do ((i 0 (+ i 1))
     (sum 0 (+ sum i)))
    ((= i 10)
     sum)
  (display i)
  (newline))
