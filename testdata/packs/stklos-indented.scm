;; options: dialect=stklos style.library-body=2
(define-module tools (import (srfi 1) (stklos hash)) (export first-of last-of)
(define (first-of l) (car l))
(define (last-of l) (car (last-pair l))))
