;; options: dialect=chez
;; What is commented out goes below with the names of a header that is broken.
(define-foo

x #;()(;
)x)
