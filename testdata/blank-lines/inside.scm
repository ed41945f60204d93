(define (f x)
  (g x)


  (h x)

  ;; comment


  (i x)

  )
