;; options: line-breaks=persistent dialect=racket
;; Where most values have two blanks before them, all of these stay, after a type as well.
(for/fold ([p : Flonum  0.0]) ([k  (in-range i j)])
  (f))
(parameterize ([plot-parameters  saved])
  (g))
(let ([a  1]
      [bcd  2]
      [e 3])
  (g ([x  y])))
