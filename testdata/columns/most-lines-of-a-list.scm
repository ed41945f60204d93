;; options: line-breaks=keep
;; Most lists have their lines at +2, and so do most lines of the last one.
(list
  a
  b)
(vector
  a
  b)
(string-append
  a
  b)
(list
  #:phases a
  #:tests b
    #:substitutable? #f)
