;; options: line-breaks=keep
;; The only line of a body stays at the margin if the closing bracket is there, too.
(begin-chunk (read-all port)
(let ([c (read-char port)])
   (if (eof-object? c)
       '()
     (cons c (read-all port))))
)

(begin-chunk (read-all port)
(let ([c (read-char port)])
  c))
