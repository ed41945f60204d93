;; options: line-breaks=canonical
;; An ellipsis behind a datum that is commented out over several lines is no second item.
(lambda (x y) #(match-lambda #;(define x

x) ...
  x
  x))
