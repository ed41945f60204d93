;; options: line-breaks=keep
;; Riastradh's rules: the operands of a broken call go under the first one.
(mix-colours (pick red)
             (pick blue)
             (pick green))
