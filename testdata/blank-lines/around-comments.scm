(define (f x)

  ;; first

  (g x)
  ;; second

  ;; third
  (h x)

  ;; last
  )
