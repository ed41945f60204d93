(define size 1) ; of a page
(define necessary ; what is left
  (list size ; first
    'other ; second
        (list 'third ; third
           4))) ; fourth
(define-record-type point
  (make-point x y) ; constructor
  point? ; predicate
  (x point-x)) ; accessor
(let ((a 1) ; one
  (bbb 22)) ; twenty-two
  (f a) ; all of these
    (g a
   ;; what is here
    ) ; not this one
  (h a)) ; nor this one
