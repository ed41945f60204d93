(begin

  (f)

  (g)

  )
