;; options: line-breaks=persistent
;; Most lists of this text have their closing bracket on a line of its own.
(define (draw layer)
  (let ((width (width-of layer))
        (height (height-of layer))
       )
    (when (empty? layer)
      (fill layer 'white)
    )
    (resize layer
            width
            height)
  )
)
