;; options: line-breaks=keep
;; Riastradh's rules: where the operator is alone on its line, the operands stand one column right of its bracket.
(combine-the-colours-of-the-rainbow
 (pick red)
 (pick blue))
