(f #| first |# 1 #| second |# 2)
(define (g #| x |# a b) (h a #|b|# b))
(let (#| nothing |#) x)
