;; options: style.trailing-comments=beside
(define a 1)   ; one
(define bb 2) ; two
