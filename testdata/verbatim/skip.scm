; schemefmt: skip
(define   identity   '((1 0)
                       (0 1)))
(define   other   1)
