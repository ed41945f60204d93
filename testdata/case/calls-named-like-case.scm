;; What is named like a `case` is one only if its arguments are clauses.
(define name (to-camel-case (symbol->string (syntax->datum identifier)) (string-length separator) separators))
(test-case adds (assert-equal 3 (+ 1 2)) (let ((x 1)) (f x)))
(case-class point (x number-of-columns) (y number-of-rows) (equality points-are-the-same-if-they-are-near))
(response-case (reply connection) ((250 251) (set! delivered (cons recipient delivered))) (else (give-up connection)))
(case-inf stream (() (failure)) ((f) (increment (success-and-failure f))) ((c) (choose c)) ((c f) (choose c (f))))
