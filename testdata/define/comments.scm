(define ; a
  (f x) ; b
  ;; c
  (g x) ; d
  ;; e
  )
