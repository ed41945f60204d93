;; options: line-width=40
#lang racket
(define-syntax-class binding #:attr first-attribute (f #'x) #:with second-name (generate-temporary #'x) #:fail-when (bad? #'x) "it is bad")
(struct point (x y) #:transparent #:property prop:procedure (lambda (it) (f it)))
(define-splicing-syntax-class optional-words #:commit (pattern (~seq word:id)) (pattern (~seq)))
