;; options: line-breaks=persistent rows=canonical dialect=racket
(provide ; the first ones
 one ; of them
 )
(provide
  two

  [three])
