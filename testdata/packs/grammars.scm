;; A rule of a grammar has an alternative with its action on each line.
(use-modules (system base lalr))
(define (make-parser)
  (lalr-parser (expect: 0) (N LPAREN RPAREN (left: PLUS)) (lines (lines line) : (cons $2 $1) (line) : (list $1)) (line (E) : $1 (E PLUS E) : (+ $1 $3)) (E (N) : $1)))
