(define main (lambda (arguments) (for-each display arguments) (newline)))
(map (lambda (x) (* x x)) numbers)
