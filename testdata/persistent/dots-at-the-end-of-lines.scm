;; options: line-breaks=persistent
;; What follows a dot stays below it, as after a keyword; a dot that begins a line does, too.
(define colours
  `(("the colour of the sky at night" .
     ,(mix-colours-of-the-night blue black))
    ("the colour of the sky at noon"
     . ,(mix-colours-of-the-day blue white))
    ("red" .
            1)))
