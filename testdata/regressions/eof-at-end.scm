(a)   b
 #!eof