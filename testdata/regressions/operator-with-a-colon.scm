;; options: line-breaks=persistent style.keyword-values=below
#lang racket
(check =
       (for/or: ([x 1]
                 [y 2])
                n
                x)
       (for/and: ([i 1])
                 i))
