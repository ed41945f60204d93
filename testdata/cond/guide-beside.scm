;; options: line-breaks=keep
;; Riastradh's rules, Cyclone: clauses go under the first one, which may stand beside the keyword.
(cond ((empty? glass) 'refill)
      ((half? glass) 'wait)
      (else 'nothing))
