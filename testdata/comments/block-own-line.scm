(define (f x)
  #| a block comment
     of two lines |#
  (g x)
  #| one line |#
  (h x))
