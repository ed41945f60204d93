;; options: line-breaks=keep
;; Where only the blanks at the end of the line before go, a line keeps the blanks that it begins with.
(define (f x)
  (let* ((value-of x)
	 (y (g x))
	 (z (h y))
	 (u (h z))
	 (v (h u))
	 (w (h v)) 
         (x (h w)))
    (i x)))
