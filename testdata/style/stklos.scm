;; options: dialect=stklos
(define-module tools (import (srfi 1)) (export last-of)
(define (last-of l) (car (last-pair l))))
