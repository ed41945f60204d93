;; options: line_width=80

(   ; one
    ; two
 a b)
