;; options: indentation=tabs
(define (draw shapes)
  (for-each (lambda (shape)
     (cond ((circle? shape)
            (draw-circle (circle-center shape) (circle-radius shape) current-canvas)) ; round
                                                                           ; and full
	   (else "a string
	with a tab" (draw-polygon (polygon-corners shape) current-canvas current-pen)))) #| a
	comment |# shapes)
      ;; between
   (let ((seven 7)) (if (> seven 8) (begin (display "eight columns and more") (newline))   (list 1 2 3))))
; schemefmt: off
        (as   it
	  stands)
; schemefmt: on
