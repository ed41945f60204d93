(library (foo) ; name
  ;; what
  (export a ; first
   ;; second
   b)

  (import (rnrs) ; base
   ;; and
   (srfi :1))
  ;; body
  (define a 1) ; one
  ;; end
  )
