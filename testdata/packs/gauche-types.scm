;; options: dialect=gauche
(define-cproc flremquo (x::<double>   y::<double>) ::(<double> <int>)
   (let* ([quo::int]
      [name::(const char*) (string-of   x)])
     (check ::(x) :: (y))
     (result quo)))
