;; options: line-breaks=keep
;; Racket, section 6: what has one arm is a when or an unless, whose body stands at two columns.
(unless (closed? door)
  (close door)
  (lock door))
