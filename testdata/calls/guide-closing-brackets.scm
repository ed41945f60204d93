;; options: line-breaks=keep
;; Riastradh's rules, Racket 6.1, Cyclone, schemewiki: closing brackets stand together at the end of the last line.
(define (area shape)
  (if (circle? shape)
      (* pi (square (radius shape)))
      (* (width shape)
         (height shape))))
