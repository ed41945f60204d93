(pack nanopass (libraries nanopass))

(definitions 0 (seen 25 24 2))
(terminals 0 (seen 34 33 2))
(nanopass-case 2 (parts arg arg match-clause) (seen 223 202 2))
(with-output-language 1 (seen 177 157 2))
