;; options: line-breaks=persistent
;; What follows a commented-out first argument stays on its line, or below it.
(sql-interval
 #;years 0
 #;months 0
 #;days 1)
(cond #;((a) 1)
      ((b) 2)
      (else 3))
(list #;(old x)
      #:tests? #f)
