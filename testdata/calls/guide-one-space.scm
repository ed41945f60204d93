;; options: line-breaks=keep
;; Cyclone: lists inside lists are separated by one space, and nothing follows an opening bracket.
(send (door of-house) open)
