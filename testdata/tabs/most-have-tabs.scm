;; options: line-breaks=keep
(define (draw shapes)
  (for-each (lambda (shape)
	      (draw shape canvas)
              (if (round? shape)
		    (fill shape)
                  #f)
	    ; one more
	  (newline)) ; at the end
	             ; and on
     shapes))
