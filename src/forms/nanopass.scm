(pack nanopass (libraries nanopass))

(define-language 1 (parts data nonterminal) (stay name-and-type) (one-line 0) (seen 54 52 1))
(define-pass 7 (parts data data data params data data data processor) (one-line 0) (seen 19 18 1))
(definitions 0 (seen 25 24 2))
(terminals 0 (one-line 24) (seen 34 33 2))
(cond 0 (parts cond-clause) (one-line 20) (seen 114 113 1))
(nanopass-case 2 (parts arg arg match-clause) (seen 223 202 2))
(with-output-language 1 (seen 177 157 2))
