(let ([a 1] [b (list 1 2)]) (cond [(= a b) 'equal] [else 'different]))
