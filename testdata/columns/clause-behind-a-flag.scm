;; options: line-breaks=keep dialect=racket
;; A keyword that has no value takes no clause.
(syntax-parse stx
  #:track-literals
  [(statement id . tail)
   (unless transformer
     (raise-syntax-error #false
                         "unbound identifier"))
   (list #'id
         #'tail)])
(syntax-parse stx
  #:literals (a
              b)
  [a #'b])
