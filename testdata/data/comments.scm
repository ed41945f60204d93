(define days '(monday ; first
  tuesday
  ;; middle
  wednesday ; third

  thursday
  ;; end
  ))
