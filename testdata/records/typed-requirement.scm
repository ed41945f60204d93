;; options: line-breaks=keep dialect=racket
(require/typed "tree.rkt"
  [struct node
    ([left  : Tree]
     [right : Tree])]
  [fold
   (case-lambda
     (Tree -> Integer)
     (Tree Integer -> Integer))])
