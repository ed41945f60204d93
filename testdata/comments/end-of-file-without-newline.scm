(define a 1)
; the end
