(define (f x)
	(if	x
	   	(g x)	; tab before
		(h x)))
