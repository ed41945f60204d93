;; options: dialect=r7rs literals=normalize-escapes
(f "\X41;\X3BB;b" a)
(g #T |\X4A;|)
