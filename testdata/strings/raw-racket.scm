;; options: dialect=racket
; Byte strings, which are none.
(f #"" a   "b" #"x"   c   #"x")
