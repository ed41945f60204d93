;; options: line-breaks=keep dialect=racket
;; A here string stays in the first column, where its text is.
(define poem
#<<END
roses
are
END
  )
