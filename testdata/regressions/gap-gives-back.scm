;; options: line-breaks=keep dialect=guile
;; The gap before `dd` gives back the blanks that the lists before it get back among all rows.
(((a b bb       ) c         dd )
 ((x-long       ) a         dd) ()
 ((bb s         )))
