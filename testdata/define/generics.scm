;; options: dialect=racket
;; No method is the header of the others.
(define-generics sink (sink-write! sink bytes) (sink-close! sink))
(define-generics source
  #:defaults ([port?])
  (source-read source)
  (source-peek source))
