;; options: line-breaks=keep
;; Riastradh's rules: the clauses of a case stand two columns right of its bracket.
(case (season-of month)
  ((spring autumn) 'coat)
  ((winter)
   'scarf)
  (else 'shirt))
