(define connect (lambda* (host #:optional (port 80) #:key (timeout 30)) (open-the-connection host port timeout)))
