;; options: line-width=40

#|one
two|# (define (f x) (display x) (newline))
