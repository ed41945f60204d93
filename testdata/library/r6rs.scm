(library (foo bar (1 2)) (export a b) (import (rnrs base) (only (srfi :1 lists) fold)) (define a 1) (define (b x) (+ x a)))
