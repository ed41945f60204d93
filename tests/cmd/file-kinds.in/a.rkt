#lang racket/base
(define   x 1)
