(pack "Guile's compiler" (libraries "language cps"))

($continue 2 (seen 197 196 1))
($kargs 2 (seen 200 197 1))
