;; Three rows or more of as many arguments each, three or more, stay rows.
(define (ortho left right top bottom)
  (make-transform
   (/ 2 (- right left)) 0 0 0
   0 (/ 2 (- top bottom)) 0 0
   0 0 1 0
   (/ (+ left right) (- left right)) (/ (+ bottom top) (- bottom top)) 0 1))
(define (ortho left right top bottom)
  (transform (/ 2 (- right left)) 0 (- right left)
             0 (/ 2 (- top bottom)) (- right left)
             0 0 (/ (+ left right) (- left right))))
;; These are not.
(define (ortho left right top bottom)
  (make-transform
   (/ 2 (- right left)) 0 0 0
   0 (/ 2 (- top bottom)) 0 0
   (/ (+ left right) (- left right)) (/ (+ bottom top) (- bottom top)) 0))
;; What stays on the line before, as `::=` does, begins no row.
(names-of-the-library
 dollar dollar-expr dollar-bind
 tilde tilde-expr tilde-bind
 hash hash-expr hash-bind
 ::= ::=-expr ::=-bind)
