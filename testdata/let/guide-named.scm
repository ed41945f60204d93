;; options: line-breaks=keep
;; Riastradh's rules: the bindings of a named let stand beside its name.
(let loop ((items items)
           (sum 0))
  (if (null? items)
      sum
      (loop (cdr items)
            (+ sum (car items)))))
