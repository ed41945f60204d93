;; options: line-breaks=keep
;; Guix's manual: the fields of a package stand at two columns, a value that begins below its field at one.
(use-modules (guix packages))
(define-public teapot
  (package
    (name "teapot")
    (version "1.0")
    (source
     (origin
       (method url-fetch)
       (uri "https://teapot.example")))
    (synopsis "Pot for tea")))
