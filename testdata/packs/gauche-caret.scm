;; options: dialect=gauche
(map (^ (x) (g x)) (^[x] (h x)) (^x (k x)) (^ args (m args)))
(for-each (^ (key the-value-of-the-key) (display key) (newline) (display the-value-of-the-key)) keys)
(^ ; the parameters
 (x) (g x))
(^ #(a) b)
(^ {a} b)
'(^ (a) b)
(define code '(lambda (x) (^ (a) b)))
`(^ (a) ,b)
