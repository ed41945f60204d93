;; options: line-breaks=keep
;; Guix's manual: lists are taken apart by match, not by car and cdr.
(match parcel
  ((name weight)
   (list name weight))
  ((name weight . notes)
   (append (list name weight)
           notes)))
