(printf "the value of ~a is ~s, which is not what was expected by anyone\n" (symbol->string name) (lookup name environment))
