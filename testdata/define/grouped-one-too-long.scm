(define (first-of p) (vector-ref p 0))
(define (distance p q) (sqrt (+ (square (- (first-of p) (first-of q))) (square (- (second-of p) (second-of q))))))
(define (second-of p) (vector-ref p 1))
