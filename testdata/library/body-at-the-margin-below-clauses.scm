;; options: line-breaks=keep
;; Clauses stay under the name of a library though its body is in the first column.
(library (shed tools)
         (export mend
                 sharpen)
         (import (shed base))

(define (mend tool)
  (list 'mended tool))
(define (sharpen tool)
  (list 'sharp tool))
)
