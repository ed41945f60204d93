;; options: line-breaks=keep dialect=racket
;; Most values have two blanks before them: defaults of parameters and rows of numbers are none.
(define (solve xs [tolerance 0] [limit 9] [start 1] #:trace [trace 0])
  (let ([matrix  (list-matrix [[1 2] [3 4]] [[5 6] [7 8]])]
        [right-hand-side  (list 1 2)])
    (let ([solution  (gauss matrix right-hand-side tolerance)])
      (refine solution limit start trace))))
