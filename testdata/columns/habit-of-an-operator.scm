;; options: line-breaks=keep
;; `unless` and `render` have a column of their own here, in three lists each; `when` is used too seldom to have one, but most lists have it.
(define (paint canvas)
  (unless (ready? canvas)
     (prepare canvas)
     (clear canvas))
  (unless (clean? canvas)
     (prepare canvas))
  (unless (dry? canvas)
     (wait))
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
     'grey)
  (render
     canvas
     'red)
  (render
     canvas
   'black))
