(define-class <rectangle> (<shape>) (width #:init-value 0 #:getter rectangle-width) (height #:init-value 0 #:getter rectangle-height))
(define-method (area (shape <rectangle>)) (* (rectangle-width shape) (rectangle-height shape)))
(define-parameter verbosity 3)
