;; options: line-breaks=keep
(define (draw shapes)
    (for-each (lambda (shape)
	      (draw shape canvas)
              (if (round? shape)
                    (fill shape)
                  #f))
  	shapes))
(display "
		two
		three
		four")
#|
		five
		six
|#
