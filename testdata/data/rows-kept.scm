;; options: style.data-rows=keep
(define matrix '#(1   0 0
     0 1  0
  0 0 1))
(define short '(a b
c))
(define same-line '((a 1) (b 2)))
(define alist '((a . 1) (b . 2)
                (c . 3)))
(define code (list 1
  2))
(define long '(first-element-of-the-list second-element-of-the-list third-element-of-the-list fourth fifth
  sixth))
