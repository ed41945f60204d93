(define table (make-hash-table))
(define (unused) #f)
(define limits (list (cons 'small 10) (cons 'medium 100) (cons 'large 1000) (cons 'huge 100000)))
