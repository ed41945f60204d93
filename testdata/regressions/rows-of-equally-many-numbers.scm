;; options: line-width=80
(picture (rotate-by '(1 2
                      3 4)))
