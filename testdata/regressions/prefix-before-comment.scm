#;;; gone
(a b)
#;
; own line
(c d)
'#| own |#
x
