(define (f x)
  (let* ((alpha (g x)))
    (h alpha alpha alpha))
  (cond ((null? x)
         (a-long-procedure-name x (another-procedure-here x y x) (and-one-more-here)))
        (else (foo ; why
               x))))

(define (lone x) x)

(catch 'misc-error
  (lambda () (f 1))
  (lambda args #f))

(define-record-type point (make-point x y) point? (x point-x))

(define primes
  '#(2 3 5
     7 11 13))

(do-something-quite-elaborate (first-argument-of-some-length 1 2)
                              (second-argument-of-some-length 3 4 5))
