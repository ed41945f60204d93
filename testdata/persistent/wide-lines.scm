;; options: line-breaks=persistent line-width=50
;; A line of the author's may be a tenth too wide.
(define (show items)
  (for-each display (list one two three four five six))
  (for-each display (list one two three four five six seven)))
;; Not where the rest of the line makes it wider.
(when (ready? x) (start! x) (use (the value) of x now) (stop! x))
(list (one two three four five six seven eight nine)
      (one two three four five six seven eight nine ten eleven))
;; A comment behind the line does not count.
(for-each display (list one two three four five six)) ; all of them
