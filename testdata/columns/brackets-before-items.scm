;; options: line-breaks=keep
;; A closing bracket on its own line stays there if an item is behind it.
(define (tools-of shed
                  #:kind [kind (default-kind
                                 shed)]
                  ) tools?
  (shed-tools shed kind))
