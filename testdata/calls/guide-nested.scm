;; options: line-breaks=keep
;; Racket, section 6: what is broken inside an argument moves with it.
(draw-line canvas
           (make-point (left-of box)
                       (top-of box))
           (make-point (right-of box)
                       (bottom-of box)))
