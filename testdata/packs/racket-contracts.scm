#lang racket/base
;; The lists of `->*` are data: their items are no calls.
(provide
 (contract-out
  [make-colour (->* (real? real? real?) (#:alpha (real-in 0 1) #:name (or/c #f string?) #:space (or/c 'rgb 'hsv 'lab)) colour?)]))
