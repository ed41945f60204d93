;; Loops of `foof-loop` and its relatives: a list of clauses, after a name or not, and a body.
(pack loops (libraries "foof-loop" "wak foof-loop" "chibi loop"))

(loop (list let*) (name let-of) (source foof-loop))
