;; options: style.head-alone=2
(string->symbol (string-append (symbol->string prefix) "-" (symbol->string (syntax->datum name))))
