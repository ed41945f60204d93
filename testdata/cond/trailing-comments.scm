(cond ((string? x) (write x)) ; strings
      ((number? x) (display x)) ; numbers
      (else (error "what?" x))) ; the rest
