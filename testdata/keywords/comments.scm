(make-server #:host "localhost" ; where
             ;; the port
             #:port 8080 ; which
             #:handler ; how
             handle
             ;; end
             )
