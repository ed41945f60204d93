;; options: line-breaks=keep
(cond ( (and (empty? seat) (= occupied 0))
        (fill! row) )
      ( (and (occupied? seat) (>= occupied 4))
        (clear! row) ))
