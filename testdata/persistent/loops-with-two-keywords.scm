;; options: line-breaks=persistent dialect=racket
(for*/list: : (Listof (Listof Integer))
            ((i : Integer (list 1 2 3)))
            (list i j))
