;; options: line-breaks=persistent
;; Rows of data, parameters, exports and imports stay even if all of it fits on one line.
'(1 0
  0 1)
'((a . 1)
    (b . 2) (c . 3))
#(a b
    c)
(define-library (a b)
  (export first second
          third)
  (import (scheme base)
          (only (scheme char) char-upcase
                char-downcase)))
;; Data after a keyword stays where the author put it, and if that is beside it, the rest goes under that.
'(doc: (title "A")
   (text "b"))
'(doc:
  (title "A")
  (text "b"))
'(doc: (title "A") ((text "b") (text "c")
    (text "d"))
   (text "e"))
