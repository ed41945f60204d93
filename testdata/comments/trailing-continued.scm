(define counter 0) ; how many there are,
                   ; and this goes on
(define (f x)
  (g x) ; a comment that
        ; goes on here
        ; and here
  (h x))
