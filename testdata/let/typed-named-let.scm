;; options: dialect=racket line-breaks=persistent
(let: loop ([i : Natural 0]
            [sum 0])
  (cond [(= i 10) sum]
        [else (loop (+ i 1) (+ sum i))]))
(let loop : Natural ([i : Natural 0]
                     [sum : Natural 0])
  (if (= i 10) sum (loop (+ i 1) (+ sum i))))
(serializable-struct session-store (names sessions)
  #:transparent)
