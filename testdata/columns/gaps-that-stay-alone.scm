;; options: line-breaks=keep
;; A column goes on beyond rows of another shape, and a gap of three blanks stays without one. Two blanks stay in the rows
;; next to a gap that stays, and are a slip elsewhere.
(check-eqv "tray-first"   1 (tray-ref t))
(tray-put! t 2)
(check-eqv "tray-second"  2 (tray-ref t))
(check-eqv "tray"  3 (tray-ref t))
(check-true  "full"    (full? t))
(check-false "a tray that is full" (empty? t))
(check-false "half"    (empty? t))
(export unfold       fold       fold-pair       reduce
        unfold-right            fold-pair-right reduce-right)
(record tray
  (fields (mutable hue   hue-of   set-hue!)
          (mutable value  value-of  set-value!)
          (mutable alpha alpha-of set-alpha!)))

; All gaps of neighbouring rows stay if one does.
(define-key map "a" 'add)
(define-key map "x"  'export)
(define-key map "in"   'import)
(define-key map "long"  'longer)

(define (red  . args) 1)
(define (green    . args) 2)
(define (blue  . args) 3)

; A list beside a row without one belongs to the lists of the others.
(make-chunk #:type   (chunk-type  bytes)
            #:length 4
            #:sum    (chunk-check bytes))

; A number joins no column of starts that it misses by more than a slip.
(bytes
   0    0    0
   0    0    0
#x78    0    0
   0    0    0)

; A slip.
(check-eqv "tray"  3 (tray-ref t))
