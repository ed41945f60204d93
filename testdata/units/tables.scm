;; options: line-width=40
#lang racket
(hash 'water (list 'hydrogen 'oxygen) 'benzene (list 'hydrogen 'carbon))
(hash-set* table 'water (list 'hydrogen 'oxygen) 'benzene (list 'carbon))
