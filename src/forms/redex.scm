(pack Redex (libraries redex))

;; Languages: the name, and a production on each line.
(define-language 1 (parts data production) (one-line 0) (seen 200 199 1))
(define-extended-language 2 (parts data data production) (one-line 0) (seen 111 90 1))
(define-union-language call (source redex))

;; Rules and judgments: each on a line of its own, and each part of it, too.
(reduction-relation aligned (strategy cond) (stay 0) (one-line 0) (seen 200 197 1))
(extend-reduction-relation reduction-relation (seen 21 21 1))
(define-judgment-form 1 (parts data inference) (one-line 0) (seen 200 198 1))
(define-extended-judgment-form 2 (parts data arg inference) (one-line 0) (source redex))
(define-relation 1 (parts data inference) (one-line 0) (seen 66 66 1))
;; How often a contract is on the line below the language.
(define-metafunction 1 (parts data match-clause) (one-line 0) (seen 263 259 1))
(define-metafunction/extension 2 (parts data data match-clause) (one-line 0) (seen 17 16 1))
((--> ==>) aligned (one-line 44) (seen 441 440 1))

;; How often a test is on one line below this width, and not from there.
(test-equal call (one-line 60) (seen 738 607 1))
(test-->> call (one-line 40) (seen 329 262 1))
;; Its arguments begin below it.
(test-predicate aligned (strategy cond) (stay 0) (one-line 56) (seen 121 116 1))

;; Keywords without a value.
(#:binding-forms 0 (seen 32 31 1))
(#:satisfying 0 (seen 40 36 1))
