;; options: line-breaks=keep
#lang typed/racket
(require/typed "shapes.rkt"
  [area (-> Shape Real)]
  [corners (-> Shape (Listof Point))])
(define total
  (for/sum : Real ([shape (in-list shapes)])
    (area shape)))
(: chosen (case-> (-> Symbol Symbol)
                  (-> String String String)))
(define-type Handler
  (-> (-> String
          Integer)
      (Listof String)
      Void))
