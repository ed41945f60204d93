;; options: line-breaks=keep
;; Where only the blanks at the end of the line before go, a line keeps the blanks that it begins with.
(define (f x)
	(let ((y x))
	  (g y)
	  (h y x)
	  (begin 
                (i x)
                (j y))))
