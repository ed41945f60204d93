;; options: line-breaks=persistent
;; Blanks that align numbers stay at the start of a list or line, a blank in the place of a sign among them, and so do those before
;; closing brackets.
(define matrix
  '((-1.0  2.0)
    ( 1.0 -2.5)
    ( 3.5  4.5)))
(make-point
 #( -0.0018  -0.8207   0.5714  ; base
     0.2679  -0.5509  -0.7904))
(polynomial
 ( 1.0
  -0.454))
(rename (set-uint8!  set-byte! )
        (set-uint16! set-short!)
        (set-u!      set!      ))
