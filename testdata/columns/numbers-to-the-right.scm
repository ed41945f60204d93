;; options: line-breaks=keep
(define matrix
  '((100  20 300)
    (400   5  60)
    (700 800   9)))
(define sizes
  '((small     8)
    (medium   16)
    (large   128)
    (none  "nil")))
