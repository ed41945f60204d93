(quote (a b c))
(list (quote x) ''y '(quote z))
