(pack Chibi (dialects chibi) (libraries chibi))

(export export (drop 1) (seen 82 81 1))
(protect guard (seen 32 31 1))
(with 1 (seen 33 30 1))
