;; options: line-breaks=persistent dialect=guile
(define-module (services vault)
  #:use-module (guix records)
  #:export (vault-listener vault-listener?
                           vault-listener-address
                           vault-listener-key-file))
