;; options: line-breaks=keep
;; `unless` and `render` have a column of their own here; `when` is used too seldom to have one.
(define (paint canvas)
  (unless (ready? canvas)
     (prepare canvas)
     (clear canvas))
  (unless (empty? canvas)
     (wipe canvas)
    (rest))
  (when (dirty? canvas)
     (wipe canvas)
     (rest))
  (render
     canvas
     'white)
  (render
     canvas
   'black))
