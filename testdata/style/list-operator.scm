((compose car reverse) (filter even? (map (lambda (x) (quotient x 2)) list-of-numbers-from-input)))
