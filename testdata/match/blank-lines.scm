(match x
  ((a) 1)

  ((b c)
   (f b)

   c))
