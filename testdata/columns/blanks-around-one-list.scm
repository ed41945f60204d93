;; options: line-breaks=keep dialect=gauche
;; Blanks stay inside brackets around a single list if most of these have them, whatever others have.
(define (path:int comp)
  (and-let* ([n (string->number comp)]
             [ (exact-integer? n) ])
    n))
(define (path:hex comp)
  (and-let* ([n (string->number comp 16)]
             [m ( g n)]
             [ (exact-integer? n) ])
    n))
