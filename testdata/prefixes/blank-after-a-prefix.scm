;; options: line-width=80

#& (define (f x) (display x) (newline))
