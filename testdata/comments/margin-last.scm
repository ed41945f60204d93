(define (f x)
  (g x)
;  (commented-out x)
  )
