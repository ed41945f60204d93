(define text (string-append (symbol->string prefix) (number->string counter) (symbol->string suffix) "-end"))
