;; options: line-width=40
(define (f) (string-append (symbol->string (name-of-the-procedure procedure)) ": expected an argument of type " (symbol->string expected-type) ", got " (object->string argument)))
