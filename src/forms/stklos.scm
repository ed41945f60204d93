(pack STklos (dialects stklos))

;; Its body may be at the margin, which counts as agreement, too.
(define-module named-module (stay name-and-clauses) (drop 2) (seen 153 145 1))
(test list (seen 200 178 1))
(test/approx list (seen 101 100 1))
(test-equal list (seen 141 117 1))
(test/compile-error list (seen 59 48 1))
(test/error list (seen 38 35 1))
(export export (drop 1) (source stklos))
