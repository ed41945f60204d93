;; options: line-breaks=persistent
;; A column ends at rows of another shape. A gap of three blanks stays in the lines of one list, but not in a list alone.
(check-eqv "tray-first"   1 (tray-ref t))
(tray-put! t 2)
(check-eqv "tray-second"  2 (tray-ref t))
(export tray-fold
        unfold       fold       fold-pair       reduce
        unfold-right            fold-pair-right reduce-right)
(define x     3)
(define (double x)   (* 2 x))

; Where one gap of neighbouring rows stays, all of them do.
(define easing   0.05)
(define radius  24)
(define edge   100)
(let ((ctx   (make-context))
      (content-line-name (read-name))
      (param-name        (read-name)))
  (values ctx content-line-name param-name))
