(define (f x ; the input
           ;; and
           y) ; the other
  (+ x y))
