;; options: dialect=racket
;; An empty list behind names stays with them if a body follows.
(struct wooden-shed shed () #:transparent #:property prop:procedure (lambda (self tool) (put-into-the-shed self tool)))
(define-test-case reading lines () (test-equal "a line" (read-line port 'split)) (test-equal "" (read-line port 'split)))
