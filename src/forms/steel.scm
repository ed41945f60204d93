(pack Steel (dialects steel))

(check-equal? list (seen 82 73 1))
(check-syntax-error? list (seen 26 23 1))
(cond conde (seen 210 158 1))
(test list (seen 92 91 1))
