;; options: line-breaks=keep dialect=racket
;; Racket, section 6: handlers are bindings, and the body stands at two columns.
(with-handlers ([exn:fail:read? report]
                [exn:fail? give-up])
  (read port))
