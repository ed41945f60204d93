;; options: line-breaks=keep indentation=spaces
(define (draw shapes)
	(for-each (lambda (shape)
		(draw shape canvas)
		(newline))
	shapes))
