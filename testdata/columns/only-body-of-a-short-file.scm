;; options: line-breaks=keep
(define (cube x)
    (* x x x))
