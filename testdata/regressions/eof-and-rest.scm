(a)   b
 #!eof ((  rest

  of it  