;; options: line-breaks=persistent
;; Tabs within a line stay where the lines begin with tabs, too, if the line begins as it did.
(define (f x)			; Returns nothing.
  (let loop ((x x))
    (if (null? x)
	(begin
	  (g x)
	  (values x x))		; Use this.
	(let ((y (car x)))	; dotted lists
	   (h y)		; moves
	  (loop (cdr x))))))
