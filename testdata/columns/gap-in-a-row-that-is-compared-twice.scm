;; options: line-breaks=keep
;; Whether a gap inside the pattern stays is decided after the gap behind it, which stays as wide as it is.
(match u
  [x           (f x)]
  [(a (b  r s))          #:when (negative? r)
   (f s)]
  [(a (b  r s))  #:when (positive? r)
                 (f s)])
