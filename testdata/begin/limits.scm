(define (f x) (begin (display x) (newline)) (g (begin (display the-output) (newline) x)) (g (begin (display the-whole-output) (newline) x)))
