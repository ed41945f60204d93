(cond
  ((char=? c #\=) (skip port) (read-escape port))
  ((char<=? #\0 c #\9) (loop (cons c digits)))
  (else (warn port "no digit") (get-char port)))
(cond
  ((char=? c #\=) (skip port) (read-escape port))
  ((null? digits) (values 0 1))
  (else (warn port "no digit") (get-char port)))
