(list "tab\there" "quote\"s" "back\\slash" "\x41;" "λ")
