;; options: line-breaks=persistent dialect=racket
(define-syntax-rule (define-shelf shelf-ref
                      shelf? (shelf-set! other-shelf other-number book)
                      ...)
  (begin
    (define (shelf-ref shelf number) (get-from-the-library shelf number))
    (define (shelf? it) (is-in-the-library? it))))
