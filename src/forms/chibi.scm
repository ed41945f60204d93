(pack Chibi (dialects chibi) (libraries chibi))

(export export (drop 1) (seen 82 81 1))
(protect guard (seen 32 31 1))
(with 1 (seen 33 30 1))
;; What is expected, or a name and it, and the expression: at +4 as the second argument, at +2 as the third.
(test 2 (stay label-and-constant) (parts data arg body) (seen 1696 1487 1))
;; The expression is beside it in 254 uses more.
(test-assert receiver (seen 191 187 1))
