;; options: line-breaks=keep
;; Most round brackets beside an atom have a blank inside, and it stays; most of those beside a list have none,
;; where the other bracket has none either.
( define ( area x y )
  ( let ( (a ( * x y ))
          (b  ( + x  1 )))
  ( if  (> a b)
      ( list  a [ b ] )
      ( list b )) ))
(define z ( list 1
   2 ))
