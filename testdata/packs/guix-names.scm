(define-module (colours) #:use-module (guix packages))
;; A package has fields; a list of names that begins with `package` is no record.
(define paint
  (package
    (name "paint")
    (version "1.2.3")
    (home-page "https://example.org/paint/and/brushes")
    (license gpl3+)))
(match service
  (($ <service> name)
   (match-record configuration <configuration>
     (package port state-file socket-file has-logs? has-network? verbosity colour)
     (start package port))))
