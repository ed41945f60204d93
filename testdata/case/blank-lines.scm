(case x

  ((a) 1)

  ((b)

   (f)

   2)

  (else 3))
