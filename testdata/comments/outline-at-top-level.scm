;; options: line-breaks=keep
;; Comments at top level, one below the other, keep their columns among each other.
; if one of the inputs changes, you incur the sum of
    ; the delay of the gate
      ; and that of the inverter
  ; and nothing else
(f)
   ; (define (g x)
   ;   (h x))
     ; as before
 ; again
(g)
