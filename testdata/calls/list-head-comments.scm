((f a) ; head
 ;; first
 b ; b
 c)
