(match x ((a b) (where (> a b)) a) (#(1 2 rest ...) (guard (even? rest)) rest) (_ (error "no match for this expression at all" x)))
