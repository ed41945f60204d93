;; options: line-breaks=keep
;; Racket, section 6: bindings may have square brackets.
(let* ([start (first-day month)]
       [end (last-day month)])
  (days-between start end))
