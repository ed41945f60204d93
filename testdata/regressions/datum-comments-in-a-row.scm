;; options: line-breaks=keep
#;
(define (widen b)
  (cond [a b]))

#;#;
(define (bind s)
  (match s
    [a b]))
(define (c s)
  d)

(define z)
