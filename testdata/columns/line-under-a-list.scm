;; options: line-breaks=keep
;; The only line of a call stays under a list if it begins with one, not under an atom.
(either= equal? (either-sequence (map right (list 1 2)) map identity)
                (right (list 1 2)))
(maybe= eqv? result
             (right (list 1 2)))
