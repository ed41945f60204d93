;; options: line-breaks=persistent
#lang racket
(provide
  (contract-out
    [table (->* ((listof string?)
                 (maybe-obs/c
                   (or/c #f
                         exact-nonnegative-integer?)))
                (#:selection (maybe-obs/c
                               (or/c #f
                                     exact-nonnegative-integer?)))
                (is-a?/c view<%>))]))
