;; options: line-breaks=persistent
(define-module (gnu mapped devices)
    #:autoload (gnu build linux-modules)
                 (missing-modules)
    #:export (mapped-device))
(define* (f m
    #:key (cipher *aes*)
          (iv #f)
    #:allow-other-keys)
  x)
