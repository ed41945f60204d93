(let* ((a 1)

       (b 2))

  (f a b)

  )
