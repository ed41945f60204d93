;; options: line-breaks=keep
;; Guix's manual: each module that is used has a line, and exported names go under the first one.
(define-module (shop parcels)
  #:use-module (guix records)
  #:use-module (srfi srfi-1)
  #:export (parcel
            parcel-weight))
