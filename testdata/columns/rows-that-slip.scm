;; options: line-breaks=keep
;; A row that misses the column of most others by up to two blanks joins it, and one that is too long breaks it only for itself.
(make x
  #:length      1
  #:data        2
  #:crc         3
  #:color-type color
  #:gray        4)
(let ((a        1)
      (bcd      2)
      #;(ef     3)
      (ghijklmno 4)
      (p        5)
      (q    6))
  a)
