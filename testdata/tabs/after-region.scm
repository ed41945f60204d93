;; options: line-breaks=keep
(define (f
; schemefmt: off
(a  b)
; schemefmt: on
	 ))
	 ( )
