(b
 c)
