#lang racket/base
;; The name of a contract is no operator.
(provide (contract-out [with-lock (-> lock? (-> any/c) any/c any/c any/c any/c any/c any/c any/c any/c)]
  [for/thing (->* (string? string? string? string?) (#:key string? #:other number? #:third boolean?) any/c)]
  (struct point ([x number?] [y number?])) [if-let any/c]))
;; What follows a keyword among clauses is none.
(define-syntax (f stx)
  (syntax-parse stx #:literals (one two three) #:datum-literals (op parens group block)
    [(_ (op x)) #'x]
    [(_ (parens (group x (block y)))) (list-of-syntax #'x #'y (and-a-third-one #'x #'y))]))
;; These are short enough for one line.
(define-type (Even A) (U Null (Pairof A (Odd A))))
(define-type Plist-Value (U String True False Integer Real Plist-Dict Plist-Array (List 'assoc-pair Symbol)))
(define bad (unit (import bad^) (export)))
(define-syntax-rule (id x) x)
(define (tag lang) `(span ([class . ,lang]) "a"))
