(cond ((string? x) (write x))

      ((number? x) (display x))

      (else (error "what?" x)))
