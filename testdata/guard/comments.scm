(guard (e ; the condition
  ;; strings
  ((string? e) ; a string
   (display e))
  ;; end of clauses
  )
  ;; body
  (f) ; f
  ;; end
  )
