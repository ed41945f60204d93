;; options: line-breaks=keep
;; Riastradh's rules: what is connected goes under the first of it.
(or (member guest guests)
    (and (polite? guest)
         (room-left? table)))
