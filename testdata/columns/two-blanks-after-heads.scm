;; options: line-breaks=keep
;; Most clauses and bindings have two blanks after their first item; other gaps of two close, and wider ones stay.
(define (size-of pair  flags)
  (let ([a  (car  pair)]
        [key-and-value  (cdr pair)])
    (cond [(null? a)  0]
          [(pair? a)    (length  a)]
          [(memq 'deep flags) (size-of key-and-value flags)]
          [else  (let ([n  (vector-length a)])
               (when (zero? n)
                 (warn a))
               n)])))
