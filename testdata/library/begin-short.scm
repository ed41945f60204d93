(define-library (tiny) (export x) (import (scheme base)) (begin (define x 1)))
