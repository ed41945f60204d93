;; options: line-breaks=persistent
;; Most square brackets have a blank before the first item.
(define (sum p)
  (match p
    [ (circle c r) (* 3 r)]
    [ (square c l) (* l l)]
    [ (rectangle c w h)
      (* w h)]
    [ else 0]))
