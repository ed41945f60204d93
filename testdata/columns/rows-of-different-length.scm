;; options: line-breaks=persistent dialect=racket
(: draw
   (case-> (Shape               -> Image)
           (Shape Colour        -> Image)
           (Shape Colour Canvas -> (Listof Image))))
(define pens
  (list (pen 'thin                           'black)
        (pen 'thick      (shade 3)           'red)
        (pen 'dotted     (shade 4) (width 2) 'blue)
        (pen 'dashed                         'green)))
