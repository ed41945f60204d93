;; options: line-breaks=persistent
#lang racket
(test-suite "with its name beside it"
  (check-true (empty? '()))
  (check-false (empty? '(1))))
(test-suite
 "with its name below it"
 (check-true (empty? '()))
 (check-false (empty? '(1))))
