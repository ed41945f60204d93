;; options: calls=2
(string-append "the first of several strings" (symbol->string name) (number->string 42) "the last")
