#lang racket
(test/spec-passed/result
 'provided
 '(let ()
    (find-property
     (expand
      '(module test racket
         (provide
          (contract-out
           [a (>/c 5)]
           [b (list/c (or/c (</c 0) (>/c 0)) (not/c (=/c 0)))]))
         (define a 6)))
     (lambda (e) (syntax->datum (vector-ref e 0)))))
 (list 'one 'two))
