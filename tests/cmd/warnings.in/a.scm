(define #:x #xff)

[a]
