;; options: line-width=20
'(((case a
x  #:k  1)))
