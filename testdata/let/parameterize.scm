(parameterize ((current-output-port port)) (write datum))
(parameterize ((current-output-port (open-output-file "log")) (verbose? #t)) (log "started") (run))
