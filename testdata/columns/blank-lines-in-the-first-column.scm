;; options: line-breaks=persistent
;; A body in the first column has the blank lines of the top level.
(unit (shapes)

(define (area shape)
  (* (width shape)
     (height shape)))


(define (width shape)
  (car shape))


(define (height shape)
  (cdr shape)))
