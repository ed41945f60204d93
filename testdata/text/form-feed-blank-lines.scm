(define a 1)



(define b 2)


(define c 3)  (define d 4)
