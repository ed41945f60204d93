;; options: style.comment-column=beside
(define a 1)   ; one
(define bb 2) ; two
