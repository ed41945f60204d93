;; options: style.calls=2
(define text (concatenate (symbol->string the-first-name) (number->string 42) (symbol->string other-name)))
