(register-callback (lambda (event-name event-source event-target event-time event-modifiers event-position) (handle event-name)))
