#lang racket/base
;; There, braces are brackets like others.
(define-syntax-class shape
  [pattern {~seq colour:id
    size:number}])
(define (draw canvas)
  {when (ready? canvas)
      (wipe canvas)
      (paint canvas)})
