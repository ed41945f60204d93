(cond ; dispatch
  ;; strings
  ((string? x) ; a string
   ;; write it
   (write x) ; here
   ;; done
   )

  ;; numbers
  ((number? x) (display x)) ; a number
  ;; anything else
  (else ; rest
   (error "what?" x))
  ;; end
  )
