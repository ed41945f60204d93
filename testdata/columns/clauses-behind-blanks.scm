;; options: line-breaks=keep
(cond ( (and (empty? seat) (= occupied 0))
        (fill! row) )
      ( (and (occupied? seat) (>= occupied 4))
        (clear! row) ))
(define (fill! row)
  (for-each occupy! (seats row)))
(define (clear! row)
  (for-each leave! (seats row)))
