;; options: line-breaks=keep
;; Blanks that a row loses before a column do not move it.
(match arguments
  [(vector "--use-text" )       (use-text! #t)]
  [(vector "--do-not-use-text") (use-text! #f)]
  [other (void)])
(check (size (f  1 2))   => 2)
(check (size (f 1 2 3))  => 3)
