;; options: line-breaks=keep
;; Swish's standard: a condition that fails is left early, and the rest is not nested.
(define (sell item)
  (unless (in-stock? item)
    (throw 'sold-out))
  (ship item))
