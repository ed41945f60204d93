;; options: line-breaks=keep
;; A comment behind a bracket and a blank does not hide the column of the items below.
(define x `( ;; names
            a b
            c))
