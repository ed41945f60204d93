;; options: line-breaks=persistent
(define (draw shapes)
	(for-each (lambda (shape)
		(draw shape canvas)
		(newline))
		shapes)
	(when (done?)
		(show canvas)
		(list canvas
		      shapes)))
