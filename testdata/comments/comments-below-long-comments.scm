;; options: line-width=30

(g (f "abc
xxxx" ; a comment beyond thirty columns
      ; and more
 ;; own
 b))

(list a ; one, and it is long enough
 (f "abc
xxxxxxx" ; two
 ;; own
 b))
