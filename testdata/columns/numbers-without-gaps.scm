;; options: line-breaks=keep
;; Numbers stay aligned at their ends, or where their digits begin, whether or not something else is aligned.
(define bases '( 1.0
                -0.45
                 0.63
                -0.17))
(define counts
  '(  1 ; one
     20
    300))
