(define (f x)
  (cond ((an-operator? x) (string-append "the first of a few strings" " and the second")) (else x)))
(define (g x)
  (cond ((an-operator? x) => (lambda (found) (string-append (first-part-of found) (second-part-of it) (the-rest)))) ((another-operator? x) (bind (first-element-of x) (second-element-of-the x) (third-of-them x)))))
