(define (half x)
  (/ x 2)
  )



(define y 1)
