(set! handler (lambda (event) (log event) (default-handler event)))
