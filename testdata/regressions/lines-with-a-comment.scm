(loop define
  0 "a
b" ; trailing
  )
