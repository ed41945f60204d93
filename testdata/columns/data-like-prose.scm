;; options: line-breaks=keep
;; Data whose lines all begin in one column are not indented by their brackets, nor data that begin at the margin.
(define table
   '((a . 1) (b .
     2) (c .
     3)   (d
     . 4)))
(define names '(
one
two
three))
