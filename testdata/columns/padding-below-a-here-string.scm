;; options: line-breaks=keep dialect=racket
;; A bracket below a here string is not padded, so no more than half are.
(f #<<END
text
END
 )
(define a )
(define b )
(define c)
