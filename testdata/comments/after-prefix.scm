(f ' ; why
  a b)
