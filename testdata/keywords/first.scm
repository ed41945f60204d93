(arguments `(#:tests? #f #:configure-flags (list "--enable-shared" "--disable-static") #:phases (modify-phases %standard-phases (delete 'check))))
(connect (host: "www.example.org" port: 8080 protocol: the-protocol-of-the-connection retries: 3))
