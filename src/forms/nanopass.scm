(pack nanopass (libraries nanopass))

(definitions 0 (seen 25 24 2))
(terminals 0 (seen 34 33 2))
