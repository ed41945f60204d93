#lang racket
(local [(define a 1)]
  (+ a 1)
  (+ a 2))
