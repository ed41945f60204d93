(define (string-join strings . rest) (apply string-append strings rest))
