(define-record-type point (make-point x y) point? (x px) (y py))
(define-record-type unit #t unit?)
