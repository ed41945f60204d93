;; options: dialect=racket
(define-signature canvas^ extends surface^
  (open-canvas canvas-mixin coloured-canvas-mixin scrolling-canvas-mixin canvas-snapshot close-canvas))
(define-literal-set literals-of-vectors #:for-label (vector-ref vector-set! vector-length vector-fill! vector-copy! vector))
(for/lists : (Values (Listof Integer) (Listof Integer)) ([odd : (Listof Integer)] [even : (Listof Integer)])
  ([x (in-range 3)]) (values x x))
