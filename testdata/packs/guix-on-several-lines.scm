;; options: dialect=guile
;; Even where these fit on one line, Guix has their bodies and hashes below, and an extension's function under the service it extends.
(define-module (gnu packages tool) #:use-module (guix packages))
(define-public tool (package (inherit base) (source (origin (method url-fetch) (uri "mirror://tool.tar.gz") (sha256 (base32 "0123456789abcdfghijklmnpqrsvwxyz0123456789abcdfghijk"))))
 (arguments (list #:phases #~(modify-phases %standard-phases (delete 'check))))
 (inputs (modify-inputs (package-inputs base) (append zlib)))))
(define tool-service-type (service-type (name 'tool) (extensions (list (service-extension account-service-type (const accounts))))))
(define (hashed hash) (base32 hash))
