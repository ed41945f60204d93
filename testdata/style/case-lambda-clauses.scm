(define area (case-lambda ((r) (* pi r r)) ((width height) (* width height))))
(define car-of (match-lambda ((head . tail) head) (_ (error "not a pair"))))
