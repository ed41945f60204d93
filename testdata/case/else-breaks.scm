(case (token-type tok) ((lparen lbracket) (parse-list tok port)) ((string) (token-value tok)) (else (parse-error "unexpected token in this context" tok (port-line port))))
