;; options: dialect=stklos
(define-module tools (import (srfi 1) (stklos hash)) (export first-of last-of)
(define (first-of l) (car l))
(define (last-of l) (car (last-pair l))))
(test "the first of a list is what car says" 'a (first-of (list 'a 'b 'c 'd)))
(test/error "the first of nothing is an error" (first-of (list-of-nothing-at-all)))
