;; options: dialect=gauche
(define f (^ (x y) (display x) (newline) (display y) (newline) (display "what a count says is no more than a count")))

;; Local Variables:
;; eval: (put '^ 'scheme-indent-function 1)
;; End:
