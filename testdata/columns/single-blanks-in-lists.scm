;; options: line-breaks=keep
;; A list without wide gaps joins no column; a line of keywords and values does.
(case c
  ((#\tab)    (display "\\t" out))
  ((#\return) (display "\\r" out))
  ((#\space)  (display "\\s" out))
  (else (write-char c out)))
(make x
  #:length      1
  #:data        2
  #:crc         3
  #:color-type color)
