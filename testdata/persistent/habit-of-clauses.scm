;; options: line-breaks=persistent
;; New lines of a clause go where most bodies below a test are, and a library stays in its column.
(define-library
    (shapes)
    (import (scheme base))
    (export area)
    (begin
      (define (kind of shape)
        (cond
          ((circle? shape)
            'circle)
          ((square? shape)
            'square)
          ((triangle? shape)
            'triangle)
          ((names shape) =>
           (lambda (names)
             (car names)))
          ((and (long-test-of-several-words? shape) (another-test? shape)) (shape-by-its-name shape))
          (else #f)))))
