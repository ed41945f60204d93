(pack Guile (dialects guile))

;; The first clause begins below the operator.
(cond cond (stay 0) (source guile))

((re-export re-export-syntax) export (drop 1) (source guile))
(make 1 (seen 229 208 3))
(pmatch match (seen 78 76 1))
(with-fluids let* (seen 48 46 2))
(call-with-prompt call (seen 24 21 2))
(with-mutex 1 (seen 16 15 1))
(suite 1 (seen 30 30 1))
(let-keywords 3 (parts arg arg bindings body) (source guile))
(let-keywords* let-keywords (source guile))
("test-*" (string receiver) (source srfi-64))
(sigaction 1 (source geiser))
(match-letrec let* (source guile))
(match-record 3 (source guix))

;; What an editor for this community indents so.
(c-declare 0 (source geiser))
(c-lambda 2 (source geiser))
(call-with-trace 0 (source geiser))
(pass-if-equal 2 (source guile))
(with-error-to-string 0 (source geiser))
