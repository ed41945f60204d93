;; options: line-breaks=keep
;; The closing bracket of a library stays alone on its line, as do those of what it exports and imports; one of a definition does not.
(library (colours)
  (export
    red
    green
   )
  (import (rnrs)
          (mixing)
  )

  (define (red)
    (paint 'red
           'bright)
  )

  (define (green)
    (mix 'blue
         'yellow))

  (define (blue)
    (paint 'blue
           'dark))


  )
