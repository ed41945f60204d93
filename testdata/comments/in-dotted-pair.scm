(define (f a . ; rest
   b) a)
'(a ; first
  . b) ; last
