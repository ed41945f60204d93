;; options: line-breaks=keep dialect=racket
(define (index
  ($index : Natural)
  ($structure : Structure))
: (Option Expression)
  (define $size (length $structure))
  (choice $structure))

(define (choose [all : Structure])
  : (Option Expression)
    (first all))
