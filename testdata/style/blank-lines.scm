(define (f x)
  (define y

    1)


  (g x y)

  )



(define z 3)
