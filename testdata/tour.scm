;;; A tour: a program typed in a hurry. See how it is formatted:
;;;   cargo run -- - <testdata/tour.scm

(import (scheme base) (scheme write) (only (srfi 1)
  filter fold) (match))

(define (square x) (* x x))
(define (cube x) (* x x x))



(define (fact n)
(if (= n 0)
1
(* n (fact (- n 1)))))   ; the usual one

(define fib (lambda (n)
   (let loop ((i n)(a 0)
        (b 1))
     (cond ((= i 0) a) (else (loop (- i 1) b (+ a b)))
     )
   )
))

;; Trees to lists.
(define (flatten tree) "All the leaves of TREE, from left to right." (match tree (() '())
    ((head . tail) (append (flatten head) (flatten tail)))
    (leaf (list leaf))))

(define-syntax swap! (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))

(define (classify n) (cond ((not (integer? n)) => (lambda (odd) (raise 'not-an-integer)))
  ((< n 0) 'negative) ; below
    ((zero? n) 'zero)   ; nothing
  (else (case (modulo n 3) ((0) 'fizz) ((1 2) #;(this is commented out) 'other)))))

(define primes '(2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 61 67 71 73 79 83 89 97 101 103 107 109 113))

(define-record-type stack (make-stack items) stack? (items stack-items set-stack-items!))

(define (stack-push! s x) (let* ((old (stack-items s)) (new (cons x old))) (set-stack-items! s new) (when (> (length new) 1000) (error "the stack is too large:" s (length new)))))

; schemefmt: off
(define identity-matrix
  '#(1 0 0
     0 1 0
     0 0 1))
; schemefmt: on

(define (main . args)
  (do ((i 0 (+ i 1))) ((= i 10))
    (display (list (fact i)  (fib i) #xFF #\A "a string  is never touched")) (newline))
  #| block comments
     neither |#
  (for-each (lambda (x) (let-values (((quotient remainder) (floor/ x 7))) (format #t "~a = 7 * ~a + ~a~%" x quotient remainder))) primes))
