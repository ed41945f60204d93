;; options: line-breaks=keep
(use-modules (guix build utils))
(define (unpack)
  `(begin
     (with-directory-excursion "racket/src/ChezScheme"
      ,unpack-nanopass)))
