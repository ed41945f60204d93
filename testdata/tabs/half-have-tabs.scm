;; options: line-breaks=keep
;; A little more than half of the lines have tabs, which are left over.
(define (draw shapes)
  (for-each (lambda (shape)
	      (draw shape canvas)
	      (fill shape))
            shapes))
