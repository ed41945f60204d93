;; options: line-breaks=keep
;; Guix's manual: a description goes on over the lines from the left margin.
(define description
  "A parcel that contains
several smaller ones.")
