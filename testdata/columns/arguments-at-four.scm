;; options: line-breaks=keep
;; The arguments of a call that are all at +4 below its operator stay there; those at +3, or in two columns, do not.
(define (draw canvas)
  (for-each
      (lambda (shape)
        (paint shape canvas))
      (shapes canvas))
  (for-each
     (lambda (shape)
       (paint shape canvas))
     (shapes canvas))
  (store
      canvas
    (path canvas)
      (format canvas)))
