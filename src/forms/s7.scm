(pack s7 (dialects s7))

(let-temporarily let* (seen 68 65 1))
(with-let 1 (seen 83 80 1))
(hash-table elements (parts pair) (source s7))
(sublet 1 (seen 20 19 1))
(with-sound 1 (seen 46 42 1))
