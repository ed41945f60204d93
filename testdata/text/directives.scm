#!r6rs
(import (rnrs))
#!eof
(never read
