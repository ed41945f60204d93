(use-modules (guix packages) (guix git-download))
(define-public hello
  (origin
    (method git-fetch)
    (sha256 (base32 "0a0b0c0d0e0f0a0b0c0d0e0f0a0b0c0d0e0f0a0b0c0d0e0f0a0b"))))
(define-public release
  (origin
    (method url-fetch)
    (sha256 "0a0b0c0d0e0f0a0b0c0d0e0f0a0b0c0d0e0f0a0b0c0d0e0f0a0b")))
