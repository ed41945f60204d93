;; options: line-breaks=canonical
;; What is commented out behind a name stays beside it, wherever the parameters go.
(define-foo x #;(set! x) #| b |# (define x ; t
x) x)
(define-foo x #;(set! x)
  (define x ; t
    x)
  x)
