;; options: line-breaks=keep
;; Columns go on beyond a blank line, and beyond rows that are too short to have an item in them.
(module m

  (export  (f x))

  (import  one
           two)

  (use     three))
(rules
 (line     (assign NEWLINE)        : $1
           (expr   NEWLINE)        : $1
           (NEWLINE)               : #f
           (error  NEWLINE)        : #f)

 (assign   (ID = expr)             : $3))
