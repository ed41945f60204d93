;; options: line-width=80

(list #'(if aaaaaaaa bbbbbbbb ccccccccc))

(list #`(if aaaaaaaa bbbbbbbb ccccccccc))

(list `(if aaaaaaaa bbbbbbbb ccccccccc))

(begin (a) `(if aaaaaaaa bbbbbbbb ccccccccc))

(begin (a) (if aaaaaaaa bbbbbbbb ccccccccc))
