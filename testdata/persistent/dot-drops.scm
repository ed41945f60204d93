;; options: line-breaks=persistent line-width=60
; A dot and its tail go to the next line together; what the author put below a dot stays there.
(define mounts
  (list '("/var/lib/service" . "/service")
        '("/etc/service/service.conf" . "/etc/service/service.conf")))
(define more
  '("/etc/service/service.conf" .
    "/etc/service/service.conf"))
