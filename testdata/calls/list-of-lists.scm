(define (corners box)
  (list (left-of box) (top-of box) (right-of box) x)
  (list (left-of box) (top-of box) (right-of box) xy)
  (list name (left-of box) (top-of box) (right-of box) (bottom-of box)))
