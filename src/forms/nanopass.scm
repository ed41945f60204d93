(pack nanopass (libraries nanopass))

(definitions 0 (seen 25 24 2))
(cond 0 (parts cond-clause) (one-line 20) (seen 114 113 1))
