;; options: line-breaks=keep dialect=racket
;; Most forms of the file are at +2, as if they were in a module: they stay there, but those in the first column, too. A slip joins them.
#lang racket/base

  (require "a.rkt")

  ;; Of the first one.
  (define (f x)
     (g x))

   (define b 1)
(provide f)

; at the margin
  (define c 2)

; A comment at the margin,
  ; and one below it.
  (define d 3)
