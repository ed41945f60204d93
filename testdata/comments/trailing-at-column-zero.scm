(define a 1) ; trailing
; not continued
(define b 2)
