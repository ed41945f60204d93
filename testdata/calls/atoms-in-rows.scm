(define (forward channel)
  (%channel-open-forward channel
     remote-host-of-the-channel remote-port
     source-host-of-the-channel local-port)
  (intercept-all-the-logging (lambda (message) (enqueue! queue message) (log message))
                            thunk
                            'debug)
  (intercept-all-the-logging (lambda (message) (enqueue! queue message) (log message)) thunk 'debug)
  (f remote-host
     remote-port))
