a,#!eof (
 rest