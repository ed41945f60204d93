(pack Larceny (dialects larceny))

(make 1 (seen 57 57 1))
(extend-generic 1 (seen 62 61 1))
(call-with-raw-latin-1-input-file 1 (seen 11 11 1))
(call-with-raw-latin-1-output-file 1 (seen 11 11 1))
(export export (drop 1) (seen 95 84 1))
(import import (drop 1) (seen 30 29 1))
