;; options: line-breaks=keep
;; One blank inside each bracket is no slip, though only one list has it.
(define (validate n list)
  (let ([ x (list-ref list n) ])
    (if (member x list)
        x
        #f)))
