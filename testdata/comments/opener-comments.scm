;; options: line-width=80

(   ; one
    ; two
 a b)
