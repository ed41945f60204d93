#lang racket
(match-define (list (cons first-key first-value) (cons second-key second-value) (cons third-key third-value) rest ...) (read-entries port))
