(pack nanopass (libraries nanopass))

(define-language 1 (parts data nonterminal) (one-line 0) (seen 54 52 1))
(define-pass 7 (parts data data data params data data data processor) (one-line 0) (seen 19 18 1))
(definitions 0 (seen 25 24 2))
(terminals 0 (seen 34 33 2))
(nanopass-case 2 (parts arg arg match-clause) (seen 223 202 2))
(with-output-language 1 (seen 177 157 2))
