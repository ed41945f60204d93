;; options: style.library-body=0
(define-library (a) (export b) (import (scheme base)) (begin (define (b x) (+ x 1))))
