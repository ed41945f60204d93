(define-library (example grep) (export grep main) (import (scheme base) (scheme file) (only (srfi 1) filter-map fold)) (begin (define (main args) (for-each grep args))))
