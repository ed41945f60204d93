;; options: line-breaks=persistent
; Parameters under the name stay there.
(define (connect! host
         port timeout)
  (open host port timeout))
