(pack Chibi (dialects chibi))

(protect guard (seen 32 31 1))
(with 1 (seen 33 30 1))
