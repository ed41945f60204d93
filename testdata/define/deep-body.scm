(define (a) (define (b) (define (c) (define (d) (define (e) (compute-the-result-of-everything first-argument second-argument)) (e)) (d)) (c)) (b))
