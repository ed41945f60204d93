;; options: line-width=80

(g (f "abc
xxxx" ; c
 ;; own
 b))

(list a ; one
 (f "abc
xxxxxxx" ; two
 ;; own
 b))
