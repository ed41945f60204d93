(define-structure point x y)
(define-structure (employee copier) name title salary department manager supervisor hire-date)
