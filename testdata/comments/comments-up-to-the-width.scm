;; options: line-width=20

(a) ; 0123456789a
(bbbb) ; c

(a) ; 0123456789ab
(bbbb) ; c
