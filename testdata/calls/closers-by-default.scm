;; options: line-breaks=keep
(define-module (shapes)
  #:export (
    area
    draw
  )
)
(define (area shape)
  (let ((width (shape-width shape))
        (height (shape-height shape))
       )
    (* width height)
  )
)
(define (draw shape)
  (if (shape? shape)
    (begin
      (fill shape)
      (stroke shape))
    (error "no shape" shape)
  )
)
