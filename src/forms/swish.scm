(pack Swish (libraries swish))

;; What follows these begins on the next line.
(cond 0 (parts cond-clause) (rest 1) (one-line 20) (seen 200 200 1))
(export 0 (strategy export) (parts spec) (rest 1) (one-line 44) (seen 42 42 1))
(import 0 (strategy import) (parts spec) (rest 1) (one-line 40) (seen 41 41 1))
(meta-cond cond (seen 11 11 1))
(receive aligned (strategy cond) (rest 2) (parts processor) (seen 313 311 1))
((after until) 1 (seen 10 10 1))
(on-exit 1 (seen 34 31 1))
(arg-check 1 (seen 24 24 1))
(define-tuple data-and-body (seen 14 14 1))
