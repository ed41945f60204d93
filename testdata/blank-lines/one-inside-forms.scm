;; options: line-breaks=canonical
;; The canonical layout leaves one blank line within forms.
(define (g x)
  (h x)


  (i x))


(define y 1)
