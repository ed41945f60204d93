(define (f x) #;(display x) (g x))
(list 1 #;2 3 #; 4 5)
(f #;(a b c) #;d e)
